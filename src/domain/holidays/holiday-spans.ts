import type { HolidayRule } from '#contract/holiday-rules.ts'
import type { HolidaySpan } from '../time/calendar-rules.ts'
import { holidayDates, ruleYears } from './holiday-rule.ts'

/** Converts a stored holiday to calendar spans, one for each day. Recurring holidays are generated for `ruleYears` years. */
export const holidaySpans = (
  { rule, ...holiday }: HolidaySpan & { rule: HolidayRule | null },
  nowMs: number,
): HolidaySpan[] =>
  holidayDates({ date: holiday.date, rule }, new Date(nowMs).getUTCFullYear() + ruleYears).map((date) => ({
    ...holiday,
    date,
  }))
