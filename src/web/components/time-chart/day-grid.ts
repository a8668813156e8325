import { dayMs } from '#domain/time/units.ts'
import { floatAt } from '#domain/value-at.ts'
import { weekdays } from '#web/lib/format-date.ts'
import type { ZoneClock } from './zone-clock.ts'

const strideDays = 64

/** 'Wed 18' for a local date given as UTC midnight. */
export const dayLabel = (date: Date): string => `${weekdays[date.getUTCDay()]} ${date.getUTCDate()}`

/** The local days of a range. Day i begins at `startMs[i]`; the last entry is the end of the last day. */
export class DayGrid {
  readonly startMs: Float64Array
  /** Local date of day 0 as UTC midnight. Day i is i x 24 h later, also across clock changes. */
  readonly firstDate: number
  /** 1 = Monday ... 7 = Sunday */
  readonly weekStartsOn: number

  constructor(clock: ZoneClock, fromMs: number, toMs: number, weekStartsOn = 1) {
    this.weekStartsOn = weekStartsOn
    const midnight = (ms: number) => Math.floor(clock.wallAt(ms) / dayMs) * dayMs
    this.firstDate = midnight(fromMs)
    const count = Math.max(1, Math.round((midnight(toMs) - this.firstDate) / dayMs) + 1)
    this.startMs = new Float64Array(count + 1)
    for (let day = 0; day <= count; day++) if (day % strideDays === 0 || day === count) this.#ask(clock, day)
    for (let day = 0; day < count; day += strideDays) this.#fill(clock, day, Math.min(day + strideDays, count))
  }

  #ask(clock: ZoneClock, day: number): number {
    const instant = clock.instantOf(this.firstDate + day * dayMs)
    this.startMs[day] = instant
    return instant
  }

  /** Fills in the days between two known ones at equal distances. A clock change between them is found by bisection. */
  #fill(clock: ZoneClock, from: number, to: number): void {
    if (to - from < 2) return
    const start = floatAt(this.startMs, from)
    if (floatAt(this.startMs, to) - start === (to - from) * dayMs) {
      for (let day = from + 1; day < to; day++) this.startMs[day] = start + (day - from) * dayMs
      return
    }
    const middle = (from + to) >> 1
    this.#ask(clock, middle)
    this.#fill(clock, from, middle)
    this.#fill(clock, middle, to)
  }

  get count(): number {
    return this.startMs.length - 1
  }

  /** The day of an instant, or the nearest day of the grid. */
  indexAt(ms: number): number {
    const last = this.count - 1
    let day = Math.min(last, Math.max(0, Math.floor((ms - floatAt(this.startMs, 0)) / dayMs)))
    while (day < last && floatAt(this.startMs, day + 1) <= ms) day++
    while (day > 0 && floatAt(this.startMs, day) > ms) day--
    return day
  }

  /** Local date of a day, as UTC midnight. */
  dateOf(day: number): Date {
    return new Date(this.firstDate + day * dayMs)
  }

  /** Position of a day in its week: 0 = the first day. */
  daysIntoWeek(day: number): number {
    return (this.dateOf(day).getUTCDay() - this.weekStartsOn + 7) % 7
  }
}

/** ISO 8601 week number of a date given as UTC midnight. */
export const isoWeek = (date: Date): number => {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * dayMs)
  return 1 + Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * dayMs))
}
