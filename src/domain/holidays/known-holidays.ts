import type { HolidayRule } from '#contract/holiday-rules.ts'
import { sameValue } from '#domain/changes/same-value.ts'
import { ruleDate } from './holiday-rule.ts'

/** A closed day or part of a day, once or every year. */
export interface NamedDay {
  readonly name: string
  readonly date: string
  readonly rule?: HolidayRule | null | undefined
  readonly fromMinute?: number | null | undefined
  readonly toMinute?: number | null | undefined
}

interface SameHours {
  readonly dates: Set<string>
  readonly yearly: { readonly rule: HolidayRule; readonly from: string }[]
}

const keyOf = ({ name, fromMinute = null, toMinute = null }: NamedDay): string => `${fromMinute} ${toMinute} ${name}`

/** Recognizes days that already exist with the same name and hours, including the days of yearly rules. */
export class KnownHolidays {
  readonly #known = new Map<string, SameHours>()

  add(day: NamedDay): void {
    const same = this.#known.get(keyOf(day)) ?? { dates: new Set(), yearly: [] }
    this.#known.set(keyOf(day), same)
    if (day.rule) same.yearly.push({ rule: day.rule, from: day.date })
    else same.dates.add(day.date)
  }

  has(day: NamedDay): boolean {
    const same = this.#known.get(keyOf(day))
    if (!same) return false
    const { date, rule: wanted } = day
    const begun = same.yearly.filter(({ from }) => from <= date)
    if (wanted) return begun.some(({ rule }) => sameValue(rule, wanted))
    const year = Number(date.slice(0, 4))
    // New Year's Day may be observed on the last day of the previous year.
    return (
      same.dates.has(date) || begun.some(({ rule }) => [year, year + 1].some((each) => ruleDate(rule, each) === date))
    )
  }
}
