import { floatAt, valueAt } from '#domain/value-at.ts'
import type { Lag } from '../scheduling/operation-work.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'

/** An operation for the backward pass; `predecessors` are indexes into the same list. */
export interface ChainedOperation {
  readonly completed: boolean
  readonly calendar: WorkCalendar
  /** Work that is left, in ms. */
  readonly leftMs: number
  readonly predecessors: readonly (Lag & { readonly index: number })[]
}

/** Indexes of the operations of one project, predecessors first; those on a cycle, which the product refuses, come last. */
export const predecessorsFirst = (
  operations: readonly { readonly predecessors: readonly { readonly index: number }[] }[],
): number[] => {
  const done = new Uint8Array(operations.length)
  const order: number[] = []
  const take = (index: number): void => {
    done[index] = 1
    order.push(index)
  }
  // The sequence is nearly always such an order already, so one pass is enough, seldom two.
  for (let before = -1; before !== order.length; ) {
    before = order.length
    for (let index = 0; index < operations.length; index++) {
      if (!done[index] && operations[index]?.predecessors.every((of) => done[of.index])) take(index)
    }
  }
  for (let index = 0; index < operations.length; index++) if (!done[index]) take(index)
  return order
}

/** Latest instant at which a predecessor may end so that `leftMs` of work after a lag still end at `endMs`. */
const latestBefore = ({ calendar, leftMs }: ChainedOperation, endMs: number, { lagMs, waitMs }: Lag): number => {
  const work = calendar.toWork(endMs) - leftMs - lagMs
  // The work would have had to begin before the calendar: the missing time counts round the clock.
  if (work < 0) return calendar.originMs + work - waitMs
  // Without remaining work and lag, the closed time before the end is as good as the end.
  return (leftMs + lagMs === 0 ? endMs : Math.min(endMs, calendar.startWall(work))) - waitMs
}

/**
 * **Need-by** of each operation of one project (epoch ms): the latest end with which the work that is left of its open successors
 * still meets the due date, were every work center free. A backward pass over the links in each one's own working time (the late
 * finish of the critical path method). Operations of a ring keep the due date. `order`: `predecessorsFirst`.
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
      latest[from] = Math.min(floatAt(latest, from), latestBefore(operation, floatAt(latest, index), link))
    }
  }
  return latest
}
