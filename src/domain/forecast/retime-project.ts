import { valueAt } from '#domain/value-at.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'
import { predecessorsFirst } from './need-by.ts'
import type { CauseVerdict } from './operation-cause.ts'

/** Something without which an operation would start or end earlier. */
export type Delay = { readonly verdict: CauseVerdict } & (
  | { readonly kind: 'start'; readonly atMs: number }
  /** The start that it had, or has at the earliest, although what it waited for ended before. */
  | { readonly kind: 'waited'; readonly atMs: number }
  /** More work than there should have been. */
  | { readonly kind: 'work'; readonly workMs: number }
  /** A date that a person or the freeze window keeps, whatever its predecessors do. */
  | { readonly kind: 'fixed' }
  /** Holidays, downtime and days without a shift. */
  | { readonly kind: 'closed'; readonly openDays: () => WorkCalendar }
)

/** An operation whose dates can be computed again without some of its delays. Indexes refer to the list of its project. */
export interface TimedOperation {
  readonly calendar: WorkCalendar
  /** Work from its start to its end, with the delays. */
  readonly workMs: number
  /** The earliest start, whatever is taken away. */
  readonly floorMs: number
  readonly predecessors: readonly { readonly index: number; readonly lagMs: number }[]
  /** Dates that hold until one of its delays is taken away; null = they follow from the rest. */
  readonly kept: { readonly startMs: number; readonly endMs: number } | null
  /** True for work that was begun: its predecessors count only without its wait for its start. */
  readonly isBegun: boolean
  readonly delays: readonly Delay[]
}

export interface Timing {
  readonly startMs: readonly number[]
  readonly endMs: readonly number[]
  /** The operation that ends last; -1 = none has dates. */
  readonly last: number
  readonly completionMs: number
  /** What decides the start of each operation: a predecessor, or itself. */
  readonly decidedBy: readonly number[]
}

/** The delays of an operation that decide its start or its work. */
export const bindingDelays = (
  operation: TimedOperation,
  startMs: number,
  lifted: ReadonlySet<Delay>,
): readonly Delay[] => {
  const { calendar, isBegun, delays } = operation
  const work = calendar.toWork(startMs)
  const decides = (delay: Delay): boolean =>
    isBegun || !(delay.kind === 'start' || delay.kind === 'waited') || calendar.toWork(delay.atMs) === work
  return delays.filter((delay) => !lifted.has(delay) && decides(delay))
}

/** Predecessors first. */
export const timingOrder = (operations: readonly (TimedOperation | null)[]): number[] =>
  predecessorsFirst(operations.map((operation) => ({ predecessors: operation?.predecessors ?? [] })))

/** What was computed before, and the operation from which on something else is lifted. */
interface Before {
  readonly timing: Timing
  readonly changed: number
}

/**
 * When the operations of one project start and end without the `lifted` delays, all other work left where it is. `null` stands for an
 * operation without dates. With nothing lifted these are the dates of the forecast. `order`: `timingOrder`.
 */
export const retimeProject = (
  operations: readonly (TimedOperation | null)[],
  order: readonly number[],
  lifted: ReadonlySet<Delay>,
  before?: Before,
): Timing => {
  const none = (): number[] => operations.map(() => -Infinity)
  const startMs = before?.timing.startMs.slice() ?? none()
  const endMs = before?.timing.endMs.slice() ?? none()
  const decidedBy = before?.timing.decidedBy.slice() ?? operations.map(() => -1)
  for (let at = before ? order.indexOf(before.changed) : 0; at < order.length; at++) {
    const index = valueAt(order, at)
    const operation = valueAt(operations, index)
    if (operation) decidedBy[index] = timeOperation(operation, index, lifted, { startMs, endMs })
  }
  let last = -1
  for (const index of order) {
    if (operations[index] && (last < 0 || valueAt(endMs, index) >= valueAt(endMs, last))) last = index
  }
  return { startMs, endMs, decidedBy, last, completionMs: last < 0 ? -Infinity : valueAt(endMs, last) }
}

/** Writes the dates of one operation, and returns what decides its start. */
const timeOperation = (
  operation: TimedOperation,
  index: number,
  lifted: ReadonlySet<Delay>,
  { startMs, endMs }: { readonly startMs: number[]; readonly endMs: number[] },
): number => {
  const { delays, kept, isBegun, predecessors, floorMs } = operation
  if (kept && !delays.some((delay) => lifted.has(delay))) {
    startMs[index] = kept.startMs
    endMs[index] = kept.endMs
    return index
  }
  let { calendar, workMs } = operation
  let readyMs = floorMs
  for (const delay of delays) {
    const isLifted = lifted.has(delay)
    if (delay.kind === 'closed' && isLifted) calendar = delay.openDays()
    else if (delay.kind === 'work' && isLifted) workMs -= delay.workMs
    else if ((delay.kind === 'start' || delay.kind === 'waited') && !isLifted) readyMs = Math.max(readyMs, delay.atMs)
  }
  let work = calendar.toWork(readyMs)
  let decided = index
  const waits = !isBegun || delays.some((delay) => delay.kind === 'waited' && lifted.has(delay))
  for (const { index: from, lagMs } of waits ? predecessors : []) {
    const end = valueAt(endMs, from)
    if (end === -Infinity) continue
    const after = calendar.toWork(end) + lagMs
    readyMs = Math.max(readyMs, end)
    if (after < work || (after === work && decided !== index && end <= valueAt(endMs, decided))) continue
    work = after
    decided = from
  }
  // As the engine does it: work without duration may end with a shift, but never before it is ready.
  const early = workMs > 0 ? -Infinity : calendar.endWall(work)
  const start = early >= readyMs ? early : calendar.startWall(work)
  startMs[index] = start
  endMs[index] = workMs > 0 ? calendar.endWall(work + workMs) : start
  return decided
}

/** The operations from the one that ends last back to the one on which all of it waits. */
export const chainOf = ({ last, decidedBy }: Timing): number[] => {
  if (last < 0) return []
  const chain = [last]
  for (let index = last; valueAt(decidedBy, index) !== index; chain.push(index)) index = valueAt(decidedBy, index)
  return chain
}
