import { floatAt, valueAt } from '../value-at.ts'

const farPastMs = -8.64e15
const farFutureMs = 8.64e15

/**
 * Arithmetic in one calendar's working time when only its open intervals are known, as in a browser that has read a
 * plan; with the shifts, use `WorkCalendar`. O(log n) by prefix sums over the intervals. Time outside `from`..`to`
 * counts as open; without any open interval, everything between is closed.
 */
export class KnownOpenTime {
  readonly openMs: Float64Array
  readonly closeMs: Float64Array
  /** Working time before interval i opens, in ms, counted from the first interval. */
  readonly #before: Float64Array

  /** `open` is a flat list [open, close, ...] in epoch ms, sorted and merged. */
  constructor(open: readonly number[], fromMs: number, toMs: number) {
    const edges = [farPastMs, fromMs, ...open, toMs, farFutureMs]
    const opens: number[] = []
    const closes: number[] = []
    for (let i = 0; i < edges.length; i += 2) {
      const start = valueAt(edges, i)
      const end = valueAt(edges, i + 1)
      const last = closes.length - 1
      if (last >= 0 && start <= valueAt(closes, last)) closes[last] = Math.max(end, valueAt(closes, last))
      else if (end > start) {
        opens.push(start)
        closes.push(end)
      }
    }
    this.openMs = new Float64Array(opens)
    this.closeMs = new Float64Array(closes)
    this.#before = new Float64Array(opens.length)
    // The first interval reaches far into the past; counting from its close keeps the sums small and exact.
    let total = -(valueAt(closes, 0) - valueAt(opens, 0))
    for (let i = 0; i < opens.length; i++) {
      this.#before[i] = total
      total += valueAt(closes, i) - valueAt(opens, i)
    }
  }

  /** Index of the last interval that opens at or before `ms`. */
  indexAt(ms: number): number {
    let low = 0
    let high = this.openMs.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (floatAt(this.openMs, middle) <= ms) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Working time up to an instant, in ms, from an arbitrary origin. */
  toWork(ms: number): number {
    const index = this.indexAt(ms)
    return floatAt(this.#before, index) + Math.min(ms, floatAt(this.closeMs, index)) - floatAt(this.openMs, index)
  }

  /** Working time between two instants, in ms; negative if they are reversed. */
  workBetween(fromMs: number, toMs: number): number {
    return this.toWork(toMs) - this.toWork(fromMs)
  }

  isOpen(ms: number): boolean {
    return ms < floatAt(this.closeMs, this.indexAt(ms))
  }

  /** `ms` itself if open, otherwise the next opening. */
  nextOpen(ms: number): number {
    const index = this.indexAt(ms)
    return ms < floatAt(this.closeMs, index) ? ms : floatAt(this.openMs, index + 1)
  }

  /** The instant at which `workMs` of working time after `ms` are done. Work that fills a shift ends when it closes. */
  addWork(ms: number, workMs: number): number {
    return workMs <= 0 ? ms : this.endWall(this.toWork(ms) + workMs)
  }

  /** The last instant up to which so much work, counted as in `toWork`, can be done. */
  endWall(work: number): number {
    let low = 0
    let high = this.openMs.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      const done = floatAt(this.#before, middle) + floatAt(this.closeMs, middle) - floatAt(this.openMs, middle)
      if (done >= work) high = middle
      else low = middle + 1
    }
    return floatAt(this.openMs, low) + work - floatAt(this.#before, low)
  }

  /** The open instant that is `workMs` of working time after `ms`, or before it if negative. */
  shift(ms: number, workMs: number): number {
    const target = this.toWork(ms) + workMs
    let low = 0
    let high = this.openMs.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (floatAt(this.#before, middle) <= target) low = middle
      else high = middle - 1
    }
    return floatAt(this.openMs, low) + target - floatAt(this.#before, low)
  }

  /** Closed gaps of at least `leastMs` that touch the range, as flat [from, to, ...] clipped to it. */
  closedBetween(fromMs: number, toMs: number, leastMs: number): number[] {
    const gaps: number[] = []
    for (let i = this.indexAt(fromMs); i + 1 < this.openMs.length; i++) {
      const start = floatAt(this.closeMs, i)
      const end = floatAt(this.openMs, i + 1)
      if (start >= toMs) break
      if (end > fromMs && end - start >= leastMs) gaps.push(Math.max(start, fromMs), Math.min(end, toMs))
    }
    return gaps
  }
}
