import type { Holiday } from '#contract/holidays.ts'
import { clockOfMinutes } from '#web/lib/day-minutes.ts'
import type { DateSettings } from '#web/lib/format-date.ts'

/** 'Whole day', 'From 12:00 PM', '12:00 PM to 6:00 PM'. */
export const partOfDay = (
  { fromMinute, toMinute }: Pick<Holiday, 'fromMinute' | 'toMinute'>,
  { timeFormat }: DateSettings,
): string => {
  if (fromMinute === null || toMinute === null) return 'Whole day'
  const from = clockOfMinutes(fromMinute, timeFormat)
  return toMinute === 1_440 ? `From ${from}` : `${from} to ${clockOfMinutes(toMinute, timeFormat)}`
}
