import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { horizonDay } from './calendar-horizon.ts'
import type { CalendarRules } from './calendar-rules.ts'
import { clipIntervals, type FlatIntervals, mergeIntervals } from './interval-arithmetic.ts'
import { closedByHoliday, openIntervals } from './open-intervals.ts'
import { dayMs } from './units.ts'
import { ZoneOffsets } from './zone-offsets.ts'

const bucketMs = 4 * 3_600_000
const firstChunkDays = 400

const workBetween = (calendar: WorkCalendar, fromMs: number, toMs: number): number =>
  calendar.toWork(toMs) - calendar.toWork(fromMs)

/**
 * The working time of one work center as two mappings between instants (epoch ms) and work (ms of open time since the
 * calendar's origin), both in constant time through bucket tables. Compiled in chunks on demand. All boundaries are
 * whole minutes; values are whole milliseconds, so fractional hours are not lost.
 */
export class WorkCalendar {
  readonly rules: CalendarRules
  /** The instant of work 0; earlier instants are clamped to it. */
  readonly originMs: number
  readonly #offsets: ZoneOffsets
  readonly #horizonDay: number
  #nextDay: number
  #coveredMs: number
  /** Interval 0 is an empty one at the origin, so every search has a lower bound. */
  #starts = new Float64Array(1)
  #ends = new Float64Array(1)
  /** Work before each interval, and the total after the last. */
  #work = new Float64Array(2)
  #count = 1
  #wallBuckets = new Int32Array(1)
  #workBuckets = new Int32Array(1)
  #withoutHolidays: WorkCalendar | null = null
  #holidays: readonly { readonly name: string; readonly closed: FlatIntervals }[] | null = null

  /** `offsets` of the same zone may be shared between calendars if they begin at least five days before `fromMs`. */
  constructor(rules: CalendarRules, fromMs: number, offsets = new ZoneOffsets(rules.timeZone, fromMs - 5 * dayMs)) {
    this.rules = rules
    this.#offsets = offsets
    this.#nextDay = Math.floor((fromMs + this.#offsets.offsetAt(fromMs)) / dayMs)
    this.#horizonDay = horizonDay(rules, this.#nextDay)
    this.originMs = this.#offsets.firstInstant(this.#nextDay * dayMs)
    this.#coveredMs = this.originMs
    this.#starts[0] = this.originMs
    this.#ends[0] = this.originMs
    this.#extend()
  }

  /** Work done at an instant: open ms since the origin. */
  toWork(instantMs: number): number {
    if (instantMs <= this.originMs) return 0
    while (instantMs >= this.#coveredMs && this.#extend());
    if (instantMs >= this.#coveredMs) return floatAt(this.#work, this.#count)
    const starts = this.#starts
    let i = intAt(this.#wallBuckets, ((instantMs - this.originMs) / bucketMs) | 0)
    while (i + 1 < this.#count && floatAt(starts, i + 1) <= instantMs) i++
    const start = floatAt(starts, i)
    const end = floatAt(this.#ends, i)
    return floatAt(this.#work, i) + Math.min(instantMs, end) - start
  }

  /** First instant at which work `x` can begin, after any closed time. Infinity if there is no working time left. */
  startWall(x: number): number {
    while (x >= floatAt(this.#work, this.#count)) if (!this.#extend()) return Infinity
    const work = this.#work
    let i = intAt(this.#workBuckets, (x / bucketMs) | 0)
    while (floatAt(work, i + 1) <= x) i++
    return floatAt(this.#starts, i) + x - floatAt(work, i)
  }

  /** Last instant of work `x`: an operation that ends with the shift ends there. Infinity as in `startWall`. */
  endWall(x: number): number {
    if (x <= 0) return this.originMs
    while (x > floatAt(this.#work, this.#count)) if (!this.#extend()) return Infinity
    const work = this.#work
    let i = intAt(this.#workBuckets, (x / bucketMs) | 0)
    while (i > 0 && floatAt(work, i) >= x) i--
    while (floatAt(work, i + 1) < x) i++
    return floatAt(this.#starts, i) + x - floatAt(work, i)
  }

  /** The end of the open time in which work `x` begins. */
  closeAfter(x: number): number {
    while (x >= floatAt(this.#work, this.#count)) if (!this.#extend()) return Infinity
    return floatAt(this.#ends, this.#intervalOf(x))
  }

  isOpen(instantMs: number): boolean {
    return this.startWall(this.toWork(instantMs)) === instantMs
  }

  /** Open time inside [fromMs, toMs) as [open, close, ...]. */
  intervals(fromMs: number, toMs: number): FlatIntervals {
    const flat: FlatIntervals = []
    let at = this.startWall(this.toWork(Math.max(fromMs, this.originMs)))
    while (at < toMs) {
      const before = this.toWork(at)
      // Work that ends exactly with an interval ends there, and not at the start of the next one.
      const end = floatAt(this.#ends, this.#intervalOf(before))
      flat.push(at, Math.min(end, toMs))
      at = this.startWall(this.toWork(end))
    }
    return mergeIntervals(flat)
  }

  /** Name of a holiday without which there would be working time inside [fromMs, toMs); null if it would be closed anyway. */
  holidayBetween(fromMs: number, toMs: number): string | null {
    const { also } = this.rules
    this.#holidays ??= (also ? [this.rules, also] : [this.rules]).flatMap((rules) =>
      rules.holidays.map((holiday) => ({
        name: holiday.name,
        closed: closedByHoliday(rules, holiday, this.#offsets),
      })),
    )
    for (const { name, closed } of this.#holidays) {
      const inside = clipIntervals(closed, fromMs, toMs)
      if (inside.length === 0) continue
      const open = also && { also: { ...also, holidays: [] } }
      this.#withoutHolidays ??= new WorkCalendar({ ...this.rules, holidays: [], ...open }, this.originMs, this.#offsets)
      for (let i = 0; i < inside.length; i += 2) {
        const [from, to] = [valueAt(inside, i), valueAt(inside, i + 1)]
        // If two shifts overlap, the other one may still work the time that a holiday takes from one of them.
        if (workBetween(this.#withoutHolidays, from, to) > workBetween(this, from, to)) return name
      }
    }
    return null
  }

  #intervalOf(x: number): number {
    let i = intAt(this.#workBuckets, (x / bucketMs) | 0)
    while (i + 1 < this.#count && floatAt(this.#work, i + 1) <= x) i++
    return i
  }

  /** Doubles the compiled days; false if the horizon is reached. */
  #extend(): boolean {
    if (this.#nextDay >= this.#horizonDay) return false
    const originDay = Math.round((this.originMs + this.#offsets.offsetAt(this.originMs)) / dayMs)
    const days = Math.max(firstChunkDays, this.#nextDay - originDay)
    const toDay = Math.min(this.#horizonDay, this.#nextDay + days)
    const added = openIntervals(this.rules, this.#offsets, this.#nextDay, toDay)
    this.#coveredMs = this.#offsets.firstInstant(toDay * dayMs)
    this.#nextDay = toDay
    this.#append(added)
    this.#index()
    return true
  }

  #append(added: FlatIntervals): void {
    const size = this.#count + added.length / 2
    const grow = (from: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> => {
      const to = new Float64Array(length)
      to.set(from.subarray(0, Math.min(from.length, length)))
      return to
    }
    this.#starts = grow(this.#starts, size)
    this.#ends = grow(this.#ends, size)
    this.#work = grow(this.#work, size + 1)
    for (let i = 0; i < added.length; i += 2) {
      const start = valueAt(added, i)
      const end = valueAt(added, i + 1)
      const last = this.#count - 1
      if (last > 0 && this.#ends[last] === start) {
        this.#ends[last] = end
      } else {
        this.#starts[this.#count] = start
        this.#ends[this.#count] = end
        this.#count++
      }
      const index = this.#count - 1
      this.#work[this.#count] = floatAt(this.#work, index) + end - floatAt(this.#starts, index)
    }
  }

  #index(): void {
    const work = this.#work
    const total = floatAt(work, this.#count)
    this.#wallBuckets = new Int32Array(Math.floor((this.#coveredMs - this.originMs) / bucketMs) + 1)
    this.#workBuckets = new Int32Array(Math.floor(total / bucketMs) + 1)
    for (let b = 0, i = 0; b < this.#wallBuckets.length; b++) {
      while (i + 1 < this.#count && floatAt(this.#starts, i + 1) <= this.originMs + b * bucketMs) i++
      this.#wallBuckets[b] = i
    }
    for (let b = 0, i = 0; b < this.#workBuckets.length; b++) {
      while (i + 1 < this.#count && floatAt(work, i + 1) <= b * bucketMs) i++
      this.#workBuckets[b] = i
    }
  }
}
