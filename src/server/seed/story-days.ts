import { addDays, weekdayOf } from '#domain/holidays/calendar-dates.ts'
import type { HolidaySpan } from '#domain/time/calendar-rules.ts'

/**
 * The date so many working days from `today`: Monday to Friday without whole holidays. A story counts in them, so that neither a
 * holiday nor a weekend takes work out of it. 0 = today, or the next working day when today is none.
 */
export const storyDate = (today: string, days: number, holidays: readonly HolidaySpan[]): string => {
  const closed = new Set(holidays.filter(({ fromMinute }) => fromMinute === null).map(({ date }) => date))
  const isWorkingDay = (date: string): boolean => weekdayOf(date) < 6 && !closed.has(date)
  let date = today
  while (!isWorkingDay(date)) date = addDays(date, 1)
  for (let left = Math.abs(days); left > 0; ) {
    date = addDays(date, Math.sign(days))
    if (isWorkingDay(date)) left--
  }
  return date
}
