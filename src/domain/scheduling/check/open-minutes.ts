import type { ShiftVersion } from '#contract/shifts.ts'
import { intAt } from '#domain/value-at.ts'
import { minuteMs } from '../../time/units.ts'
import type { ShopSnapshot } from '../shop-snapshot.ts'

/** Minutes that are summed together; few enough for four byte sums to fit into one word. */
const block = 256
const wordsPerBlock = block / 4
/** The local day of '2026-11-26', counted from 1970-01-01. */
const dayOf = (date: string): number => Date.parse(date) / 86_400_000
/** One byte per minute, in whole blocks, so that four can be read as one word. */
const noMinutes = (minutes: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Math.ceil(minutes / block) * block).subarray(0, minutes)
const wordsOf = (open: Uint8Array<ArrayBuffer>): Int32Array =>
  new Int32Array(open.buffer, 0, Math.ceil(open.length / block) * wordsPerBlock)

/**
 * Open time of one work center (null = the organization), one byte per minute. This is the checker's own simple
 * calendar. `clock` is `localClock` over the same minutes.
 */
export class OpenMinutes {
  readonly #fromMs: number
  readonly #open: Uint8Array<ArrayBuffer>
  /** Open minutes before each block. */
  readonly #before: Int32Array

  private constructor(fromMs: number, open: Uint8Array<ArrayBuffer>) {
    this.#fromMs = fromMs
    this.#open = open
    const words = wordsOf(open)
    this.#before = new Int32Array(words.length / wordsPerBlock + 1)
    for (let at = 0, sum = 0; at < words.length; ) {
      let sums = 0
      for (const end = at + wordsPerBlock; at < end; at++) sums += words[at] ?? 0
      sum += (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24)
      this.#before[at / wordsPerBlock] = sum
    }
  }

  /** The open minutes of a work center or pool (null = the organization). */
  static of(snapshot: ShopSnapshot, categoryId: string | null, fromMs: number, clock: Int32Array): OpenMinutes {
    const center = snapshot.categories.find((one) => one.categoryId === categoryId)
    // The hours of a supplier are unknown, so every minute counts, whatever the shop's shifts and closed days.
    const open =
      center?.kind === 'outside' ? noMinutes(clock.length).fill(1) : openBySchedule(snapshot, categoryId, fromMs, clock)
    return new OpenMinutes(fromMs, open)
  }

  /** The minutes in which both are open. */
  and(other: OpenMinutes): OpenMinutes {
    if (other === this) return this
    const both = noMinutes(this.#open.length)
    const [words, one, two] = [wordsOf(both), wordsOf(this.#open), wordsOf(other.#open)]
    for (let at = 0; at < words.length; at++) words[at] = (one[at] ?? 0) & (two[at] ?? 0)
    return new OpenMinutes(this.#fromMs, both)
  }

  /** Open ms before an instant, counted from the first minute. */
  worked(atMs: number): number {
    const at = Math.min(Math.max(0, (atMs - this.#fromMs) / minuteMs), this.#open.length)
    const minute = Math.floor(at)
    const start = Math.floor(minute / block)
    let sum = intAt(this.#before, start)
    for (let i = start * block; i < minute; i++) sum += this.#open[i] ?? 0
    return sum * minuteMs + (this.#open[minute] ?? 0) * Math.round((at - minute) * minuteMs)
  }

  /** The instant at which `workMs` of open time have passed since `fromMs`; Infinity if the minutes do not reach that far. */
  after(fromMs: number, workMs: number): number {
    let leftMs = workMs
    let at = fromMs
    for (const endMs = this.#fromMs + this.#open.length * minuteMs; leftMs > 0 && at < endMs; ) {
      const nextMs = (Math.floor(at / minuteMs) + 1) * minuteMs
      if (this.opensAt(at)) {
        if (nextMs - at >= leftMs) return at + leftMs
        leftMs -= nextMs - at
      }
      at = nextMs
    }
    return leftMs > 0 ? Infinity : at
  }

  /** Open time within [fromMs, toMs), one span for each uninterrupted time. */
  spans(fromMs: number, toMs: number): { fromMs: number; toMs: number }[] {
    const found: { fromMs: number; toMs: number }[] = []
    let since: number | null = null
    for (let at = fromMs; at < toMs; at = (Math.floor(at / minuteMs) + 1) * minuteMs) {
      if (this.opensAt(at)) since ??= at
      else if (since !== null) {
        found.push({ fromMs: since, toMs: at })
        since = null
      }
    }
    return since === null ? found : [...found, { fromMs: since, toMs }]
  }

  /** Whether it is open right after the instant. */
  opensAt(atMs: number): boolean {
    return this.#open[Math.floor((atMs - this.#fromMs) / minuteMs)] === 1
  }

  /** Whether it is open right before the instant. */
  openUntil(atMs: number): boolean {
    return this.#open[Math.ceil((atMs - this.#fromMs) / minuteMs) - 1] === 1
  }
}

const openBySchedule = (
  snapshot: ShopSnapshot,
  categoryId: string | null,
  fromMs: number,
  clock: Int32Array,
): Uint8Array<ArrayBuffer> => {
  const applies = (of: { categoryId: string | null }): boolean => of.categoryId === null || of.categoryId === categoryId
  const days = new DayPatterns(snapshot, categoryId)
  const open = noMinutes(clock.length)
  for (let i = 0; i < clock.length; ) {
    const shown = intAt(clock, i)
    const day = Math.floor(shown / 1440)
    const left = Math.min((day + 1) * 1440 - shown, clock.length - i)
    // If the clock changes later that day, continue minute by minute.
    const length = intAt(clock, i + left - 1) === shown + left - 1 ? left : 1
    open.set(days.of(day).subarray(shown - day * 1440, shown - day * 1440 + length), i)
    i += length
  }
  for (const kind of ['overtime', 'downtime'] as const) {
    for (const { kind: own, startMs, endMs } of snapshot.exceptions.filter(applies)) {
      if (own !== kind) continue
      const first = (startMs - fromMs) / minuteMs
      const last = (endMs - fromMs) / minuteMs
      if (kind === 'overtime') open.fill(1, Math.max(0, Math.ceil(first)), Math.max(0, Math.floor(last)))
      else open.fill(0, Math.max(0, Math.floor(first)), Math.max(0, Math.ceil(last)))
    }
  }
  return open
}

type Closed = ShopSnapshot['holidays'] | undefined

/** Open minutes of a local day: its own pattern and the rest of the previous night, without closed holidays. */
class DayPatterns {
  readonly #versions: ShiftVersion[] | null
  /** Whether a holiday closes whole shifts; otherwise, or without shifts, it closes the minutes of its calendar day. */
  readonly #closesShifts: boolean
  /** The first day of each version. */
  readonly #inForceFrom: number[]
  readonly #holidays = new Map<number, ShopSnapshot['holidays']>()
  readonly #known = new Map<string, Uint8Array<ArrayBuffer>>()

  constructor(snapshot: ShopSnapshot, categoryId: string | null) {
    const own = snapshot.categories.find((category) => category.categoryId === categoryId)?.shiftId
    const shift =
      snapshot.shifts.find(({ shiftId }) => shiftId === own) ??
      snapshot.shifts.find(({ shiftId }) => shiftId === snapshot.defaultShiftId)
    this.#versions = shift && shift.versions.length > 0 ? shift.versions : null
    this.#closesShifts = this.#versions !== null && snapshot.closedDayRule === 'shift'
    this.#inForceFrom = (this.#versions ?? []).map(({ effectiveFrom: from }) =>
      from === null ? -Infinity : dayOf(from),
    )
    for (const holiday of snapshot.holidays) {
      if (holiday.categoryId !== null && holiday.categoryId !== categoryId) continue
      const day = dayOf(holiday.date)
      this.#holidays.set(day, [...(this.#holidays.get(day) ?? []), holiday])
    }
  }

  of(day: number): Uint8Array<ArrayBuffer> {
    const [holidays, holidaysBefore] = [this.#holidays.get(day), this.#holidays.get(day - 1)]
    if (this.#closesShifts && (holidays || holidaysBefore)) return this.#pattern(day, [holidays, holidaysBefore])
    const key = `${this.#versionOn(day)},${this.#versionOn(day - 1)},${(day + 3) % 7}`
    const bits = this.#known.get(key) ?? this.#pattern(day, [])
    this.#known.set(key, bits)
    if (!holidays) return bits
    const rest = bits.slice()
    for (const { fromMinute, toMinute } of holidays) rest.fill(0, fromMinute ?? 0, toMinute ?? 1440)
    return rest
  }

  /** Index of the version that applies on a local day; -1 = none yet. */
  #versionOn(day: number): number {
    let best = -1
    let bestFrom = -Infinity
    this.#inForceFrom.forEach((from, index) => {
      if (from > day || from < bestFrom) return
      best = index
      bestFrom = from
    })
    return best
  }

  /** `closed` are the holidays that close shifts of this day and of the day before. */
  #pattern(day: number, closed: readonly [today?: Closed, before?: Closed]): Uint8Array<ArrayBuffer> {
    const bits = new Uint8Array(1440)
    if (!this.#versions) return bits.fill(1)
    for (const list of ['periods', 'breaks'] as const) {
      for (const back of [1, 0] as const) {
        const weekday = ((day - back + 3) % 7) + 1
        for (const period of this.#versions[this.#versionOn(day - back)]?.[list] ?? []) {
          if (period.weekday !== weekday) continue
          const to = Math.min(1440, period.toMinute - back * 1440)
          for (let minute = Math.max(0, period.fromMinute - back * 1440); minute < to; minute++) {
            if (list === 'breaks') bits[minute] = 0
            else if (!isTaken(closed[back], minute + back * 1440)) bits[minute] = 1
          }
        }
      }
    }
    return bits
  }
}

/**
 * Whether a holiday closes this minute of a shift, counted from midnight before the shift begins. One that ends at
 * midnight also closes the rest of the night.
 */
const isTaken = (holidays: Closed, minute: number): boolean =>
  (holidays ?? []).some(({ fromMinute, toMinute }) => {
    const until = toMinute === null || toMinute >= 1440 ? 2 * 1440 : toMinute
    return minute >= (fromMinute ?? 0) && minute < until
  })
