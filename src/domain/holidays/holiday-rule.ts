import type { HolidayRule } from '#contract/holiday-rules.ts'
import { addDays, easterSunday, isoDate, lastWeekday, nthWeekday, weekdayOf } from './calendar-dates.ts'

const saturday = 6
const sunday = 7

/** The day ('yyyy-MM-dd') of a rule in a year; null if the year has none (29 February). */
export const ruleDate = (rule: HolidayRule, year: number): string | null => {
  switch (rule.kind) {
    case 'easter':
      return addDays(easterSunday(year), rule.offsetDays)
    case 'weekday':
      return rule.nth === -1
        ? lastWeekday(year, rule.month, rule.weekday)
        : nthWeekday(year, rule.month, rule.weekday, rule.nth)
    default: {
      const date = isoDate(year, rule.month, rule.day)
      if (Number(date.slice(5, 7)) !== rule.month) return null
      const weekday = weekdayOf(date)
      if (rule.observed === 'asIs' || weekday < saturday) return date
      if (weekday === sunday) return addDays(date, 1)
      return addDays(date, rule.observed === 'nearestWeekday' ? -1 : 2)
    }
  }
}

/** Number of years for which recurring days are generated. No plan reaches further. */
export const ruleYears = 10

/**
 * The days of a holiday from its first one to the end of `lastYear`: a single day without a rule, otherwise one each
 * year. New Year's Day observed on 31 December belongs to the previous year.
 */
export const holidayDates = (
  { date, rule }: { date: string; rule: HolidayRule | null },
  lastYear: number,
): string[] => {
  if (!rule) return [date]
  const dates: string[] = []
  for (let year = Number(date.slice(0, 4)); year <= lastYear + 1; year++) {
    const day = ruleDate(rule, year)
    if (day !== null && day >= date && Number(day.slice(0, 4)) <= lastYear) dates.push(day)
  }
  return dates
}
