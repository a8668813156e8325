import type { WorkCalendar } from './work-calendar.ts'
import { dateOnlyToMs, endOfDayMs, localDate, localMinute, startOfDayMs } from './zone-dates.ts'

/** A longer gap between two working days means that there are no more working days. */
const longestGapDays = 3_660

/**
 * The same local time `days` working days later. A working day is a local date with any open time in `calendar` (its
 * zone). Without any working time, returns the instant itself.
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
