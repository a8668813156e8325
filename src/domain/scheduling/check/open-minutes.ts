import type { ShiftVersion } from '#contract/shifts.ts'
import { intAt } from '#domain/value-at.ts'
import type { ShopSnapshot } from '../shop-snapshot.ts'

const minuteMs = 60_000
const block = 256
const isoDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/**
 * Open time of one work center (null = the organization), one byte per minute: the checker's own, simple calendar.
 * `clock` is `localClock` over the same minutes.
 */
export class OpenMinutes {
  readonly #fromMs: number
  readonly #open: Uint8Array
  /** Open minutes before each block. */
  readonly #before: Int32Array

  private constructor(fromMs: number, open: Uint8Array) {
    this.#fromMs = fromMs
    this.#open = open
    this.#before = new Int32Array(Math.ceil(open.length / block) + 1)
    for (let i = 0, sum = 0; i <= open.length; i++) {
      if (i % block === 0) this.#before[i / block] = sum
      sum += open[i] ?? 0
    }
  }

  /** The open minutes of a work center or pool (null = the organization). */
  static of(snapshot: ShopSnapshot, categoryId: string | null, fromMs: number, clock: Int32Array): OpenMinutes {
    const center = snapshot.categories.find((one) => one.categoryId === categoryId)
    // A supplier works when nobody knows, so every minute counts, whatever the shop's shifts and closed days say.
    const open =
      center?.kind === 'outside'
        ? new Uint8Array(clock.length).fill(1)
        : openBySchedule(snapshot, categoryId, fromMs, clock)
    return new OpenMinutes(fromMs, open)
  }

  /** The minutes in which both are open. */
  and(other: OpenMinutes): OpenMinutes {
    const both = this.#open.slice()
    for (let i = 0; i < both.length; i++) both[i] = (both[i] ?? 0) & (other.#open[i] ?? 0)
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

  /** The open time inside [fromMs, toMs), one span for each time without a break. */
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

  /** True when it is open at the instant and right after it. */
  opensAt(atMs: number): boolean {
    return this.#open[Math.floor((atMs - this.#fromMs) / minuteMs)] === 1
  }

  /** True when it is open right before the instant. */
  openUntil(atMs: number): boolean {
    return this.#open[Math.ceil((atMs - this.#fromMs) / minuteMs) - 1] === 1
  }
}

const openBySchedule = (
  snapshot: ShopSnapshot,
  categoryId: string | null,
  fromMs: number,
  clock: Int32Array,
): Uint8Array => {
  const applies = (of: { categoryId: string | null }): boolean => of.categoryId === null || of.categoryId === categoryId
  const days = new DayPatterns(snapshot, categoryId)
  const open = new Uint8Array(clock.length)
  for (let i = 0; i < clock.length; ) {
    const shown = intAt(clock, i)
    const day = Math.floor(shown / 1440)
    const left = Math.min((day + 1) * 1440 - shown, clock.length - i)
    // Where the clock is set forward or back during the rest of the day, minute by minute.
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

/** Open minutes of a local day: its own pattern and the rest of the previous night, without its holidays. */
class DayPatterns {
  readonly #versions: ShiftVersion[] | null
  readonly #holidays: ShopSnapshot['holidays']
  readonly #known = new Map<string, Uint8Array<ArrayBuffer>>()

  constructor(snapshot: ShopSnapshot, categoryId: string | null) {
    const own = snapshot.categories.find((category) => category.categoryId === categoryId)?.shiftId
    const shift =
      snapshot.shifts.find(({ shiftId }) => shiftId === own) ??
      snapshot.shifts.find(({ shiftId }) => shiftId === snapshot.defaultShiftId)
    this.#versions = shift && shift.versions.length > 0 ? shift.versions : null
    this.#holidays = snapshot.holidays.filter((of) => of.categoryId === null || of.categoryId === categoryId)
  }

  of(day: number): Uint8Array<ArrayBuffer> {
    const date = isoDay(day)
    const holidays = this.#holidays.filter((holiday) => holiday.date === date)
    const key = `${this.#versionOn(day)},${this.#versionOn(day - 1)},${(day + 3) % 7}`
    const bits = this.#known.get(key) ?? this.#pattern(day)
    this.#known.set(key, bits)
    if (holidays.length === 0) return bits
    const rest = bits.slice()
    for (const { fromMinute, toMinute } of holidays) rest.fill(0, fromMinute ?? 0, toMinute ?? 1440)
    return rest
  }

  /** Index of the version in force on a local day; -1 = none yet. */
  #versionOn(day: number): number {
    const date = isoDay(day)
    let best = -1
    this.#versions?.forEach(({ effectiveFrom }, index) => {
      if (effectiveFrom !== null && effectiveFrom > date) return
      if (best < 0 || (effectiveFrom ?? '') >= (this.#versions?.[best]?.effectiveFrom ?? '')) best = index
    })
    return best
  }

  #pattern(day: number): Uint8Array<ArrayBuffer> {
    const bits = new Uint8Array(1440)
    if (!this.#versions) return bits.fill(1)
    for (const list of ['periods', 'breaks'] as const) {
      for (const back of [1, 0]) {
        const weekday = ((day - back + 3) % 7) + 1
        for (const period of this.#versions[this.#versionOn(day - back)]?.[list] ?? []) {
          if (period.weekday !== weekday) continue
          const from = period.fromMinute - back * 1440
          const to = period.toMinute - back * 1440
          if (to > 0) bits.fill(list === 'periods' ? 1 : 0, Math.max(0, from), Math.min(1440, to))
        }
      }
    }
    return bits
  }
}
