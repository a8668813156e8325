import type { HolidayRule } from '#contract/holiday-rules.ts'
import { ruleDate } from '../holiday-rule.ts'
import { dateOfDay, dayOfDate, weekdayOfDay } from './ics-days.ts'

/** Weekdays and leap years repeat after this many years, so a rule that matches for that long matches until 2099. */
export const cycleYears = 28

/** A set with more days in a year is not treated as holidays. */
export const mostDaysOfYear = 12

export interface YearlyDay {
  readonly date: string
  readonly rule: HolidayRule
}

const ordinals = [1, 2, 3, 4] as const

/** All rules that select a day. */
const rulesNaming = (day: number): HolidayRule[] => {
  const date = new Date(day * 86_400_000)
  const month = date.getUTCMonth() + 1
  const ofMonth = date.getUTCDate()
  const weekday = weekdayOfDay(day)
  const nth = ordinals[Math.floor((ofMonth - 1) / 7)]
  const isLast = new Date((day + 7) * 86_400_000).getUTCMonth() + 1 !== month
  return [
    { kind: 'date', month, day: ofMonth, observed: 'asIs' },
    ...(nth ? [{ kind: 'weekday', month, weekday, nth } as const] : []),
    ...(isLast ? [{ kind: 'weekday', month, weekday, nth: -1 } as const] : []),
  ]
}

/** The days of a rule between two days; null if one of them is not wanted. */
const wantedDays = (rule: HolidayRule, from: number, to: number, wanted: ReadonlySet<number>): number[] | null => {
  const days: number[] = []
  const lastYear = Number(dateOfDay(to).slice(0, 4))
  for (let year = Number(dateOfDay(from).slice(0, 4)); year <= lastYear; year++) {
    const date = ruleDate(rule, year)
    const day = date === null ? null : dayOfDate(date)
    if (day === null || day < from || day > to) continue
    if (!wanted.has(day)) return null
    days.push(day)
  }
  return days
}

/**
 * Finds the yearly rules that produce exactly these days, which must be all days of an endless recurrence up to `to`;
 * null if there are none. Compares a full cycle of the calendar, so the way the file writes the rule does not matter.
 */
export const yearlyRules = (days: readonly number[], to: number): YearlyDay[] | null => {
  const wanted = new Set(days)
  const [first] = days
  if (first === undefined) return null
  const named = new Set<number>()
  const rules: YearlyDay[] = []
  for (const day of wanted) {
    if (day > first + 366) break
    if (named.has(day)) continue
    const rule = rulesNaming(day).find((each) => wantedDays(each, day, to, wanted) !== null)
    if (!rule) return null
    for (const each of wantedDays(rule, day, to, wanted) ?? []) named.add(each)
    rules.push({ date: dateOfDay(day), rule })
  }
  return named.size === wanted.size ? rules : null
}
