import { weekdayOfDay } from './ics-days.ts'
import { type IcsBudget, IcsRefusal } from './ics-refusal.ts'

/** The parts of an RRULE (RFC 5545) that select days. `nth` 0 = every such weekday of the period, -1 = the last one. */
export interface Recurrence {
  readonly line: number
  readonly freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  readonly interval: number
  readonly count: number | null
  readonly until: string | null
  readonly byMonth: readonly number[]
  readonly byMonthDay: readonly number[]
  readonly byYearDay: readonly number[]
  readonly byDay: readonly { readonly weekday: number; readonly nth: number }[]
  readonly bySetPos: readonly number[]
  /** 1 = Monday. */
  readonly weekStart: number
}

const longestRule = 500
const weekdayCodes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const parts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYMONTH', 'BYMONTHDAY', 'BYYEARDAY', 'BYDAY', 'BYSETPOS']

/** Comma-separated whole numbers; null if one is invalid or out of range. Negative ones count from the end. */
const numbersOf = (text: string | undefined, most: number, allowsNegative: boolean): number[] | null => {
  if (text === undefined) return []
  const numbers = text.split(',').map((each) => (/^[+-]?\d{1,4}$/.test(each) ? Number(each) : Number.NaN))
  const isIn = (value: number) => Math.abs(value) <= most && value !== 0 && (allowsNegative || value > 0)
  return numbers.every(isIn) ? numbers : null
}

const weekdaysOf = (text: string | undefined, most: number): Recurrence['byDay'] | null => {
  if (text === undefined) return []
  const found = text.split(',').map((each) => /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(each))
  const days = found.map((match) => ({
    weekday: weekdayCodes.indexOf(match?.[2] ?? '') + 1,
    nth: Number(match?.[1] ?? 0),
  }))
  return found.every((match, index) => match && Math.abs(days[index]?.nth ?? 99) <= most) ? days : null
}

const splitRule = (line: number, value: string): Map<string, string> => {
  const known = new Map<string, string>()
  if (value.length > longestRule) throw new IcsRefusal(line, 'The repetition (RRULE) is too long')
  for (const part of value.trim().toUpperCase().split(';')) {
    const [name = '', text = ''] = part.split('=', 2)
    if (part === '') continue
    if (!parts.includes(name))
      throw new IcsRefusal(line, `The repetition has a part that is not supported: ${name.slice(0, 40)}`)
    if (known.has(name)) throw new IcsRefusal(line, `The repetition names ${name} twice`)
    known.set(name, text)
  }
  return known
}

const freqOf = (text: string | undefined): Recurrence['freq'] | null =>
  text === 'DAILY' || text === 'WEEKLY' || text === 'MONTHLY' || text === 'YEARLY' ? text : null

const positive = (text: string | undefined): number | null => (/^\d{1,6}$/.test(text ?? '') ? Number(text) : null)

/** Parses an RRULE. Throws `IcsRefusal` for parts that a list of days cannot represent, and for values that the RFC does not allow. */
export const readRecurrence = (line: number, value: string): Recurrence => {
  const of = splitRule(line, value)
  const freq = freqOf(of.get('FREQ'))
  if (!freq)
    throw new IcsRefusal(line, 'The event repeats in a way that is not supported: only days, weeks, months and years')
  const isLong = freq === 'MONTHLY' || freq === 'YEARLY'
  const interval = of.has('INTERVAL') ? positive(of.get('INTERVAL')) : 1
  const count = of.has('COUNT') ? positive(of.get('COUNT')) : null
  const read = {
    byMonth: numbersOf(of.get('BYMONTH'), 12, false),
    byMonthDay: freq === 'WEEKLY' && of.has('BYMONTHDAY') ? null : numbersOf(of.get('BYMONTHDAY'), 31, true),
    byYearDay: freq !== 'YEARLY' && of.has('BYYEARDAY') ? null : numbersOf(of.get('BYYEARDAY'), 366, true),
    byDay: weekdaysOf(of.get('BYDAY'), isLong ? 53 : 0),
    bySetPos: numbersOf(of.get('BYSETPOS'), 366, true),
  }
  const { byMonth, byMonthDay, byYearDay, byDay, bySetPos } = read
  const weekStart = of.has('WKST') ? weekdayCodes.indexOf(of.get('WKST') ?? '') + 1 : 1
  const isRead = byMonth && byMonthDay && byYearDay && byDay && bySetPos && weekStart > 0
  const isCounted = !of.has('COUNT') || (count !== null && count > 0)
  if (!isRead || !interval || !isCounted || (count !== null && of.has('UNTIL'))) {
    throw new IcsRefusal(line, 'The repetition (RRULE) has a value that is not allowed')
  }
  const until = of.get('UNTIL') ?? null
  return { line, freq, interval, count, until, byMonth, byMonthDay, byYearDay, byDay, bySetPos, weekStart }
}

/** A day (since 1970-01-01) with its position in the month, which avoids creating thousands of dates. */
interface Candidate {
  readonly day: number
  readonly year: number
  readonly month: number
  readonly ofMonth: number
  readonly monthDays: number
}

const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / 86_400_000

/** The last day that is considered: 31 December 2099. */
export const lastIcsDay = dayNumber(2099, 12, 31)

const isNth = (nth: number, index: number, count: number): boolean =>
  nth === 0 || nth === Math.floor(index / 7) + 1 || nth === -(Math.floor((count - 1 - index) / 7) + 1)

const daysOfMonth = (year: number, month: number): Candidate[] => {
  const first = dayNumber(year, month, 1)
  const monthDays = dayNumber(year, month + 1, 1) - first
  return Array.from({ length: monthDays }, (_, index) => ({
    day: first + index,
    year,
    month,
    ofMonth: index + 1,
    monthDays,
  }))
}

const candidateOf = (day: number): Candidate => {
  const date = new Date(day * 86_400_000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  const monthDays = dayNumber(year, month + 1, 1) - dayNumber(year, month, 1)
  return { day, year, month, ofMonth: date.getUTCDate(), monthDays }
}

class Expansion {
  readonly #rule: Recurrence
  readonly #start: Candidate
  readonly #budget: IcsBudget
  /** Whether the rule selects no days within its period, so that the start's own day is used. */
  readonly #isPlain: boolean
  /** Without months, the nth weekday of a yearly rule counts within the year. */
  readonly #countsInYear: boolean

  constructor(rule: Recurrence, startDay: number, budget: IcsBudget) {
    this.#rule = rule
    this.#start = candidateOf(startDay)
    this.#budget = budget
    this.#isPlain = rule.byDay.length + rule.byMonthDay.length + rule.byYearDay.length === 0
    this.#countsInYear = rule.freq === 'YEARLY' && rule.byMonth.length === 0
  }

  /** The days of the rule from the start to 2099. The caller applies `COUNT` and `UNTIL`. */
  *days(): Generator<number> {
    const { bySetPos, line } = this.#rule
    for (let turn = 0; ; turn++) {
      const period = this.#period(turn)
      if (period === null) return
      this.#budget.spend(period.length + 1, line)
      const found = period.filter((candidate) => this.#matches(candidate))
      const chosen =
        bySetPos.length === 0
          ? found
          : found.filter((_, index) => bySetPos.includes(index + 1) || bySetPos.includes(index - found.length))
      for (const { day } of chosen) if (day >= this.#start.day && day <= lastIcsDay) yield day
    }
  }

  /** Days of the period that is `turn` periods after the start; null after the last day. */
  #period(turn: number): Candidate[] | null {
    const { freq, interval, weekStart } = this.#rule
    const step = turn * interval
    const { year, month, day } = this.#start
    if (freq === 'YEARLY') return this.#months(year + step, this.#monthsOfYear())
    if (freq === 'MONTHLY') {
      const index = month - 1 + step
      const inMonth = (index % 12) + 1
      return this.#months(year + Math.floor(index / 12), this.#isMonth(inMonth) ? [inMonth] : [])
    }
    const isDaily = freq === 'DAILY'
    const first = isDaily ? day + step : day - ((weekdayOfDay(day) - weekStart + 7) % 7) + step * 7
    if (first > lastIcsDay) return null
    return Array.from({ length: isDaily ? 1 : 7 }, (_, index) => candidateOf(first + index))
  }

  #months(year: number, months: readonly number[]): Candidate[] | null {
    return year > 2099 ? null : months.flatMap((month) => daysOfMonth(year, month))
  }

  #monthsOfYear(): readonly number[] {
    const { byMonth } = this.#rule
    if (byMonth.length > 0) return byMonth.toSorted((a, b) => a - b)
    return this.#isPlain ? [this.#start.month] : [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
  }

  #isMonth(month: number): boolean {
    const { byMonth } = this.#rule
    return byMonth.length === 0 || byMonth.includes(month)
  }

  #matches({ day, year, month, ofMonth, monthDays }: Candidate): boolean {
    const { freq, byMonthDay, byYearDay, byDay } = this.#rule
    if (!this.#isMonth(month)) return false
    if (this.#isPlain) {
      if (freq === 'WEEKLY') return weekdayOfDay(day) === weekdayOfDay(this.#start.day)
      return freq === 'DAILY' || ofMonth === this.#start.ofMonth
    }
    const isOfMonth = byMonthDay.some((each) => each === ofMonth || each === ofMonth - monthDays - 1)
    if (byMonthDay.length > 0 && !isOfMonth) return false
    const [ofYear, yearDays] = this.#placeInYear(day, year)
    const isOfYear = byYearDay.some((each) => each === ofYear || each === ofYear - yearDays - 1)
    if (byYearDay.length > 0 && !isOfYear) return false
    const [index, length] = this.#countsInYear ? [ofYear - 1, yearDays] : [ofMonth - 1, monthDays]
    const weekday = weekdayOfDay(day)
    return byDay.length === 0 || byDay.some((each) => each.weekday === weekday && isNth(each.nth, index, length))
  }

  /** Position of the day in its year, and the length of the year. */
  #placeInYear(day: number, year: number): [ofYear: number, yearDays: number] {
    if (!this.#countsInYear && this.#rule.byYearDay.length === 0) return [0, 0]
    const first = dayNumber(year, 1, 1)
    return [day - first + 1, dayNumber(year + 1, 1, 1) - first]
  }
}

/** The days (since 1970-01-01) of a rule from its start on, in order, up to 2099. The caller applies `COUNT` and `UNTIL`. */
export const recurrenceDays = (rule: Recurrence, startDay: number, budget: IcsBudget): Generator<number> =>
  new Expansion(rule, startDay, budget).days()
