import { at } from './at.ts'
import { dayMs } from './units.ts'
import type { ZoneClock } from './zone-clock.ts'

const stride = 8

/** The local days of a range: day i begins at `startMs[i]`; one more entry closes the last day. */
export class DayGrid {
  readonly startMs: Float64Array
  /** Local date of day 0 as UTC midnight; day i is i x 24 h later, whatever the clocks do. */
  readonly firstDate: number

  constructor(clock: ZoneClock, fromMs: number, toMs: number) {
    const floor = (wall: number) => Math.floor(wall / dayMs) * dayMs
    this.firstDate = floor(clock.wallAt(fromMs))
    const count = Math.max(1, Math.round((floor(clock.wallAt(toMs)) - this.firstDate) / dayMs) + 1)
    this.startMs = new Float64Array(count + 1)
    for (let i = 0; i <= count; i += stride) {
      const wall = this.firstDate + i * dayMs
      const offset = clock.offsetAt(wall - clock.offsetAt(wall))
      const last = Math.min(i + stride - 1, count)
      const steady = offset === clock.offsetAt(wall + stride * dayMs) && offset === clock.offsetAt(wall - dayMs)
      for (let day = i; day <= last; day++) {
        const midnight = this.firstDate + day * dayMs
        this.startMs[day] = steady ? midnight - offset : clock.instantOf(midnight)
      }
    }
  }

  get count(): number {
    return this.startMs.length - 1
  }

  /** Day of an instant, kept inside the grid. */
  indexAt(ms: number): number {
    const last = this.count - 1
    let day = Math.min(last, Math.max(0, Math.floor((ms - at(this.startMs, 0)) / dayMs)))
    while (day < last && at(this.startMs, day + 1) <= ms) day++
    while (day > 0 && at(this.startMs, day) > ms) day--
    return day
  }

  /** Local date of a day, as UTC midnight. */
  dateOf(day: number): Date {
    return new Date(this.firstDate + day * dayMs)
  }

  /** 0 = Monday. */
  weekdayOf(day: number): number {
    return (this.dateOf(day).getUTCDay() + 6) % 7
  }
}

/** ISO 8601 week number of a date given as UTC midnight. */
export const isoWeek = (date: Date): number => {
  const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * dayMs)
  return 1 + Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / (7 * dayMs))
}
