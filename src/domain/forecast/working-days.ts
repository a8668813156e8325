import { floatAt, intAt } from '#domain/value-at.ts'
import { localDay } from '../projects/local-day.ts'
import { dayMs } from '../time/units.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { dateOnlyToMs } from '../time/zone-dates.ts'
import { ZoneOffsets } from '../time/zone-offsets.ts'

const chunkDays = 512

/**
 * Converts instants to working days. A local day with open time counts as one, whatever its hours; an instant within it
 * counts the fraction worked so far; closed days count as nothing. So "two days of slack" across a weekend are Friday
 * and Monday. Instants before the calendar's origin count as the origin.
 */
export class WorkingDays {
  readonly #calendar: WorkCalendar
  readonly #zone: string
  readonly #offsets: ZoneOffsets
  readonly #firstDay: number
  /** For each day: working days before it, and work time at its beginning. */
  #before = new Int32Array(1)
  #work = new Float64Array(1)
  #days = 0

  constructor(calendar: WorkCalendar) {
    this.#calendar = calendar
    this.#zone = calendar.rules.timeZone
    this.#firstDay = localDay(calendar.originMs, this.#zone)
    this.#offsets = new ZoneOffsets(this.#zone, calendar.originMs - 5 * dayMs)
  }

  /** Working days since the calendar's origin, as a fraction. */
  at(instantMs: number): number {
    const day = localDay(instantMs, this.#zone) - this.#firstDay
    if (day < 0) return 0
    while (day + 1 >= this.#days) this.#extend()
    const from = floatAt(this.#work, day)
    const length = floatAt(this.#work, day + 1) - from
    return intAt(this.#before, day) + (length > 0 ? (this.#calendar.toWork(instantMs) - from) / length : 0)
  }

  #extend(): void {
    const days = this.#days + Math.max(chunkDays, this.#days)
    const before = new Int32Array(days + 1)
    const work = new Float64Array(days + 1)
    before.set(this.#before.subarray(0, this.#days + 1))
    work.set(this.#work.subarray(0, this.#days + 1))
    for (let day = this.#days; day < days; day++) {
      const end = this.#calendar.toWork(this.#offsets.firstInstant((this.#firstDay + day + 1) * dayMs))
      work[day + 1] = end
      before[day + 1] = intAt(before, day) + (end > floatAt(work, day) ? 1 : 0)
    }
    this.#before = before
    this.#work = work
    this.#days = days
  }
}

/** Midnight at the start of the last local day before today with open time; a week ago if there was none. */
export const previousWorkingDayMs = (nowMs: number, calendar: WorkCalendar): number => {
  const zone = calendar.rules.timeZone
  const midnight = (day: number): number => dateOnlyToMs(new Date(day * dayMs).toISOString().slice(0, 10), zone, 0)
  const today = localDay(nowMs, zone)
  for (let day = today - 1; day > today - 7; day--) {
    if (calendar.toWork(midnight(day + 1)) > calendar.toWork(midnight(day))) return midnight(day)
  }
  return midnight(today - 7)
}
