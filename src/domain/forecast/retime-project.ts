import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { workAfter } from '../scheduling/core/link-rule.ts'
import { shareDoneMs, shareMs } from '../scheduling/operation-work.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { type ChainedOperation, predecessorsFirst } from './need-by.ts'
import type { CauseVerdict } from './operation-cause.ts'
import type { WaitPart } from './start-waits.ts'

/** A reason why an operation does not start or end earlier. */
export interface Delay {
  /**
   * - `start`: something prevents a start before `atMs`.
   * - `waited`: the start that its predecessors allowed; without this delay, it follows them wherever they end.
   * - `work`: more work than estimated.
   * - `fixed`: a date that a person or the freeze window fixes, whatever its predecessors do.
   * - `closed`: holidays, downtime and days without a shift.
   * - `away`: the whole time at a supplier.
   */
  readonly kind: 'start' | 'waited' | 'work' | 'fixed' | 'closed' | 'away'
  /** Earliest start while the delay applies; -Infinity = any. */
  readonly atMs: number
  /** Additional work, in ms. */
  readonly workMs: number
  /** Whether it delays at all; null or absent = yes. Called only where it would decide a start, because the answer is expensive. */
  readonly counts?: (() => boolean) | null
  /** Computed on demand, because most delays are never named. */
  readonly verdict: () => CauseVerdict
}

/** An operation whose dates can be recomputed without some of its delays. Indexes refer to the project's list. */
export interface TimedOperation {
  readonly calendar: WorkCalendar
  /** Returns its calendar without closed days. */
  readonly openDays: (calendar: WorkCalendar) => WorkCalendar
  /** Work from its start to its end, including delays. */
  readonly workMs: number
  /** All its work, if successors may need only a share of it; null = `workMs`. */
  readonly wholeMs: number | null
  /** Earliest start even without any delay. */
  readonly floorMs: number
  readonly predecessors: ChainedOperation['predecessors']
  /** Dates that apply until one of its delays is removed; null if they are always computed. */
  readonly kept: { readonly startMs: number; readonly endMs: number } | null
  readonly isBegun: boolean
  /** Whether its predecessors constrain it. For started work they do so only after its wait for the start is removed. */
  readonly waits: boolean
  readonly delays: readonly Delay[]
  /** Closed days. A separate delay, because everything waits for them. */
  readonly closed: Delay | null
  /** Time at a supplier. A separate delay, because the shop cannot shorten it. */
  readonly away: Delay | null
  /** Why it did not start when it could; absent if it did, or cannot start yet. */
  readonly waitParts?: readonly WaitPart[]
}

/** Which delays to search: those from events and waits, closed days, or time at suppliers. */
export type DelayPlace = 'delays' | 'closed' | 'away'

const withoutDelay = (operation: TimedOperation, delay: Delay): TimedOperation => ({
  calendar: delay.kind === 'closed' ? operation.openDays(operation.calendar) : operation.calendar,
  openDays: operation.openDays,
  workMs: operation.workMs - delay.workMs,
  wholeMs: operation.wholeMs,
  floorMs: operation.floorMs,
  predecessors: operation.predecessors,
  kept: null,
  isBegun: operation.isBegun,
  waits: operation.waits || delay.kind === 'waited',
  delays: operation.delays.filter((other) => other !== delay),
  closed: delay.kind === 'closed' ? null : operation.closed,
  away: delay.kind === 'away' ? null : operation.away,
})

const withoutDates: Pick<TimedOperation, 'predecessors'> = { predecessors: [] }

/** A delay and the index of its operation. */
export interface FoundDelay {
  readonly index: number
  readonly delay: Delay
}

/**
 * Recomputes when the operations of one project start and end as delays are removed one by one, with all other work
 * unchanged. With all delays in place, the dates equal the forecast. `null` is an operation without dates.
 */
export class RetimedProject {
  readonly #operations: (TimedOperation | null)[]
  /** Order with predecessors first. */
  readonly #order: Int32Array
  /** Calendar work time at which an operation without fixed dates starts. */
  readonly #startWork: Float64Array
  readonly #endMs: Float64Array
  /** What decides the start of each operation: a predecessor's index, or its own. */
  readonly #decidedBy: Int32Array
  /** Index of the operation that ends last; -1 = none has dates. */
  #last = -1
  /** Number of delays removed so far, and the removal at which each operation's end changed last. */
  #lifts = 0
  readonly #changedAt: Int32Array
  #lifted: { readonly index: number; readonly operation: TimedOperation; readonly last: number } | null = null
  /** State before the last removal: rows of index, start, end and deciding operation. */
  #before: number[] = []

  constructor(operations: readonly (TimedOperation | null)[]) {
    this.#operations = operations.slice()
    this.#order = Int32Array.from(predecessorsFirst(operations.map((operation) => operation ?? withoutDates)))
    this.#startWork = new Float64Array(operations.length).fill(-Infinity)
    this.#endMs = new Float64Array(operations.length).fill(-Infinity)
    this.#decidedBy = new Int32Array(operations.length).fill(-1)
    this.#changedAt = new Int32Array(operations.length)
    for (const index of this.#order) this.#time(index)
    this.#findLast()
  }

  get completionMs(): number {
    return this.#last < 0 ? -Infinity : floatAt(this.#endMs, this.#last)
  }

  startMsOf(index: number): number {
    const operation = this.#operations[index]
    if (!operation) return -Infinity
    if (operation.kept) return operation.kept.startMs
    if (operation.workMs <= 0) return this.endMsOf(index)
    return operation.calendar.startWall(floatAt(this.#startWork, index))
  }

  endMsOf(index: number): number {
    return floatAt(this.#endMs, index)
  }

  /** Removes one delay and recomputes only the operations that depend on its operation. */
  lift({ index, delay }: FoundDelay): void {
    const operation = this.#operations[index]
    if (!operation) return
    this.#lifted = { index, operation, last: this.#last }
    this.#before.length = 0
    this.#lifts++
    this.#operations[index] = withoutDelay(operation, delay)
    this.#time(index)
    for (let at = this.#order.indexOf(index) + 1; at < this.#order.length; at++) {
      const next = intAt(this.#order, at)
      if (this.#waitsForChanged(next)) this.#time(next)
    }
    this.#findLast()
  }

  /** Restores the delay that was removed last. */
  takeBack(): void {
    if (!this.#lifted) return
    const { index, operation, last } = this.#lifted
    this.#operations[index] = operation
    this.#last = last
    const before = this.#before
    for (let at = 0; at < before.length; at += 4) {
      const row = valueAt(before, at)
      this.#startWork[row] = valueAt(before, at + 1)
      this.#endMs[row] = valueAt(before, at + 2)
      this.#decidedBy[row] = valueAt(before, at + 3)
    }
    this.#lifted = null
  }

  /**
   * Walks from the operation that ends last to the root of its chain, and returns the first delay of a start or of
   * work, the first closed days, or the first time at a supplier. Delays in `useless` are skipped.
   */
  firstDelay(place: DelayPlace, useless: ReadonlySet<Delay>): FoundDelay | null {
    if (this.#last < 0) return null
    for (let index = this.#last; ; ) {
      const operation = valueAt(this.#operations, index)
      if (place !== 'delays') {
        const delay = operation?.[place]
        if (delay && !useless.has(delay)) return { index, delay }
      } else {
        for (const delay of operation?.delays ?? [])
          if (this.#isBinding(delay, index) && !useless.has(delay)) return { index, delay }
      }
      const from = intAt(this.#decidedBy, index)
      if (from === index) return null
      index = from
    }
  }

  #isBinding({ atMs, counts }: Delay, index: number): boolean {
    const operation = this.#operations[index]
    if (!operation || operation.isBegun || atMs === -Infinity) return true
    const { calendar, kept } = operation
    const startWork = kept ? calendar.toWork(kept.startMs) : floatAt(this.#startWork, index)
    return calendar.toWork(atMs) === startWork && (!counts || counts())
  }

  #waitsForChanged(index: number): boolean {
    for (const { index: from } of this.#operations[index]?.predecessors ?? [])
      if (intAt(this.#changedAt, from) === this.#lifts) return true
    return false
  }

  #time(index: number): void {
    const operation = this.#operations[index]
    if (!operation) return
    const { calendar, kept, workMs } = operation
    if (kept) {
      this.#write(index, -Infinity, kept.endMs, index)
      return
    }
    let readyMs = operation.floorMs
    for (const { atMs, counts } of operation.delays) if (atMs > readyMs && !counts) readyMs = atMs
    let work = calendar.toWork(readyMs)
    let decided = index
    if (operation.waits) {
      for (const link of operation.predecessors) {
        const { index: from, waitMs } = link
        const end = floatAt(this.#endMs, from)
        if (end === -Infinity) continue
        const early = shareMs(Math.max(0, workMs), link.leftPercent)
        const share = early === 0 ? end : this.#shareEndMs(link)
        const after = workAfter(calendar, end, link.lagMs, waitMs, early, share)
        if (early === 0 && end + waitMs > readyMs) readyMs = end + waitMs
        if (after < work || (after === work && decided !== index && end <= floatAt(this.#endMs, decided))) continue
        work = after
        decided = from
      }
    }
    for (const { atMs, counts } of operation.delays) {
      if (!counts || atMs <= readyMs || !counts()) continue
      readyMs = atMs
      if (calendar.toWork(atMs) <= work) continue
      work = calendar.toWork(atMs)
      decided = index
    }
    const end = calendar.endWall(work + Math.max(0, workMs))
    // Matches the engine: work without duration may end with a shift, but never before it is ready.
    this.#write(index, work, workMs > 0 || end >= readyMs ? end : calendar.startWall(work), decided)
  }

  /** When enough of a predecessor is done for an operation that overlaps with it. */
  #shareEndMs({ index, leftPercent }: TimedOperation['predecessors'][number]): number {
    const before = this.#operations[index]
    const endMs = this.endMsOf(index)
    if (!before) return endMs
    const wholeMs = () => before.wholeMs ?? Math.max(0, before.workMs)
    return shareDoneMs({ calendar: before.calendar, startMs: this.startMsOf(index), endMs, wholeMs }, leftPercent)
  }

  #write(index: number, startWork: number, endMs: number, decidedBy: number): void {
    const [work, end, decided] = [this.#startWork, this.#endMs, this.#decidedBy]
    const endBefore = floatAt(end, index)
    if (this.#lifts > 0) this.#before.push(index, floatAt(work, index), endBefore, intAt(decided, index))
    if (endMs !== endBefore) this.#changedAt[index] = this.#lifts
    work[index] = startWork
    end[index] = endMs
    decided[index] = decidedBy
  }

  #findLast(): void {
    let [last, latest] = [-1, -Infinity]
    for (const index of this.#order) {
      const end = floatAt(this.#endMs, index)
      if (end < latest || end === -Infinity) continue
      last = index
      latest = end
    }
    this.#last = last
  }
}
