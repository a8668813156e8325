import type { HolidayRule } from '#contract/holiday-rules.ts'
import type { HolidaySpan } from '../time/calendar-rules.ts'
import { holidayDates, ruleYears } from './holiday-rule.ts'

/** A stored holiday as input of the calendar: one span per day. Recurring holidays are written out `ruleYears` ahead. */
export const holidaySpans = (
  { rule, ...holiday }: HolidaySpan & { rule: HolidayRule | null },
  nowMs: number,
): HolidaySpan[] =>
  holidayDates({ date: holiday.date, rule }, new Date(nowMs).getUTCFullYear() + ruleYears).map((date) => ({
    ...holiday,
    date,
  }))
