import type { WorkCalendar } from './work-calendar.ts'
import { dateOnlyToMs, endOfDayMs, localDate, localMinute, startOfDayMs } from './zone-dates.ts'

/** Two working days are never further apart than this; otherwise there are no more working days. */
const longestGapDays = 3_660

/**
 * The same local clock time `days` working days later, a working day being a local date with any open time in
 * `calendar` (its zone). Where there is no working time at all, the instant itself.
 */
export const addWorkingDays = (instantMs: number, days: number, calendar: WorkCalendar): number => {
  const zone = calendar.rules.timeZone
  let midnight = startOfDayMs(instantMs, zone)
  for (let left = days, gap = 0; left > 0; ) {
    midnight = endOfDayMs(midnight, zone)
    if (calendar.toWork(endOfDayMs(midnight, zone)) > calendar.toWork(midnight)) {
      left--
      gap = 0
    } else if (++gap > longestGapDays) return instantMs
  }
  return days > 0 ? dateOnlyToMs(localDate(midnight, zone), zone, localMinute(instantMs, zone)) : instantMs
}
