import { floatAt, valueAt } from '#domain/value-at.ts'
import { type Lag, shareMs } from '../scheduling/operation-work.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'

/** An operation in the backward pass; `predecessors` are indexes into the same list. */
export interface ChainedOperation {
  readonly completed: boolean
  readonly calendar: WorkCalendar
  /** Remaining work, in ms. */
  readonly leftMs: number
  /** All its work in ms, including finished work. */
  readonly wholeMs: number
  readonly predecessors: readonly (Lag & { readonly index: number })[]
}

/** Indexes of one project's operations, predecessors first. Operations on a cycle, which the product refuses, come last. */
export const predecessorsFirst = (
  operations: readonly { readonly predecessors: readonly { readonly index: number }[] }[],
): number[] => {
  const done = new Uint8Array(operations.length)
  const order: number[] = []
  const take = (index: number): void => {
    done[index] = 1
    order.push(index)
  }
  // The list is nearly always in such an order already, so one pass usually suffices.
  for (let before = -1; before !== order.length; ) {
    before = order.length
    for (let index = 0; index < operations.length; index++) {
      if (!done[index] && operations[index]?.predecessors.every((of) => done[of.index])) take(index)
    }
  }
  for (let index = 0; index < operations.length; index++) if (!done[index]) take(index)
  return order
}

/** Latest instant from which a lag and `leftMs` of work still end by `endMs`. */
const latestBefore = (calendar: WorkCalendar, leftMs: number, endMs: number, { lagMs, waitMs }: Lag): number => {
  const work = calendar.toWork(endMs) - leftMs - lagMs
  // The work would have to begin before the calendar does, so the missing time is counted as clock time.
  if (work < 0) return calendar.originMs + work - waitMs
  // Without remaining work and lag, any closed time before the end is equivalent to the end.
  return (leftMs + lagMs === 0 ? endMs : Math.min(endMs, calendar.startWall(work))) - waitMs
}

/** Latest end of a predecessor with which its successor still ends at `endMs`. */
const latestEndBefore = (
  { calendar, leftMs }: ChainedOperation,
  endMs: number,
  before: ChainedOperation,
  link: Lag,
): number => {
  const earlyMs = shareMs(leftMs, link.leftPercent)
  // Only the last batch arrives at the end of the predecessor.
  const latest = latestBefore(calendar, leftMs - earlyMs, endMs, link)
  const undoneMs = earlyMs > 0 ? shareMs(before.wholeMs, link.leftPercent) : 0
  // A share that is already done does not delay the successor.
  if (earlyMs === 0 || before.leftMs < undoneMs) return latest
  const shareMostMs = latestBefore(calendar, leftMs, endMs, link)
  const { originMs } = before.calendar
  if (undoneMs === 0 || shareMostMs < originMs) return Math.min(latest, shareMostMs + undoneMs)
  return Math.min(latest, before.calendar.endWall(before.calendar.toWork(shareMostMs) + undoneMs))
}

/**
 * **Need-by** of each operation of one project (epoch ms): the latest end with which the remaining work of its open successors can still
 * meet the due date if every work center is free. A backward pass over the links in each operation's own working time (the late finish of
 * the critical path method). Operations on a cycle get the due date. `order` comes from `predecessorsFirst`.
 */
export const needBy = (
  operations: readonly ChainedOperation[],
  order: readonly number[],
  dueMs: number,
): Float64Array => {
  const latest = new Float64Array(operations.length).fill(dueMs)
  for (const index of order.toReversed()) {
    const operation = valueAt(operations, index)
    if (operation.completed) continue
    for (const link of operation.predecessors) {
      const from = link.index
      const endMs = latestEndBefore(operation, floatAt(latest, index), valueAt(operations, from), link)
      latest[from] = Math.min(floatAt(latest, from), endMs)
    }
  }
  return latest
}
