import type { CoreSetup } from './setup-timeline.ts'

/** The mappings of `WorkCalendar`. */
export interface CoreCalendar {
  toWork(instant: number): number
  startWall(work: number): number
  endWall(work: number): number
  closeAfter(work: number): number
}

/** Capacity used before anything is placed, in work of the resource's calendar. */
export interface CoreBooking {
  resource: number
  from: number
  to: number
  units: number
  /** Its family on a resource with changeovers; absent = 0. */
  family?: number
}

/**
 * The modes of operations that may run on one of several resources, each with its own duration: operation i has rows
 * `first[i]` up to `first[i + 1]`, in an order independent of the current plan. An operation without rows has no choice.
 */
export interface CoreModes {
  first: Int32Array
  /** Replaces the first resource that the operation needs. */
  resource: Int32Array
  duration: Float64Array
  /** Index into `calendars`. */
  calendar: Int32Array
  /** Earliest start instant. */
  release: Float64Array
  /** Row in the current plan for each operation; -1 = none. */
  present: Int32Array
}

/** Whether the operation has a choice of modes. */
export const hasModes = (modes: CoreModes | null, operation: number): modes is CoreModes =>
  modes !== null && modes.first[operation] < modes.first[operation + 1]

/**
 * A scheduling problem in arrays, general enough for the literature: operations need units of one or more resources and
 * wait for others (finish to start with lag or overlap). Instants and work share one unit (ms in the product). An
 * operation proceeds only while all its resources are open. There are no cycles.
 */
export interface CoreProblem {
  operationCount: number
  resourceCount: number
  projectCount: number
  /** Work of each operation; 0 = a milestone that needs no capacity. */
  duration: Float64Array
  project: Int32Array
  /** Earliest start instant per operation. */
  release: Float64Array
  /** Index into `calendars` per operation. */
  calendar: Int32Array
  calendars: CoreCalendar[]
  /** Successors of operation i are rows `successorFirst[i]` up to `successorFirst[i + 1]`. */
  successorFirst: Int32Array
  successor: Int32Array
  /** In work of the successor's calendar. */
  successorLag: Float64Array
  /** In clock time. A link has a lag of one kind only. */
  successorWait: Float64Array
  /**
   * Percentage of the operation that may remain when its successor starts. The successor then ends no earlier than the
   * end of the operation plus that share of its own work. 0 = the operation must have ended. Absent = no overlaps.
   */
  successorLeft?: Float64Array
  /** Number of predecessors per operation. */
  predecessorCount: Int32Array
  demandFirst: Int32Array
  demandResource: Int32Array
  demandUnits: Int32Array
  capacity: Int32Array
  /** Changeovers of resources that run one operation at a time, and the family of each demand. Absent = none. */
  setups?: { of: readonly (CoreSetup | null)[]; demandFamily: Int32Array }
  /**
   * For operations with several resources, which pause while one of them is closed: the index into `calendars` of each resource, and 1 for
   * each demand that frees its resource in the meantime. Other demands occupy it to the end. Absent = all calendars are equal.
   */
  pauses?: { calendarOf: Int32Array; frees: Uint8Array }
  bookings: CoreBooking[]
  /** Modes of the operations, if there is a choice. Duration, release, calendar and resource above then belong to the shortest mode. */
  modes: CoreModes | null
  /** Per project; Infinity = none. */
  due: Float64Array
  weight: Float64Array
  /** Latest end of fixed work per project; -Infinity = none. */
  fixedEnd: Float64Array
  /** Instant by which an operation should end because fixed work waits for it; Infinity = none. */
  deadline: Float64Array
  /** Start in the current plan of each operation; NaN = none. */
  presentStart: Float64Array
  /** Now; completion is measured from here. */
  origin: number
}

/** Start and end instant of each operation; both are Infinity if there is not enough working time. */
export interface CorePlan {
  start: Float64Array
  end: Float64Array
  /** Total work of changeovers; absent = 0. */
  changeover?: number
  /** Row of `modes` for each operation, -1 = none; null or absent if the problem has no modes. */
  mode?: Int32Array | null
}

/** Operations in topological order; incomplete if there is a cycle. */
export const topologicalOrder = (
  problem: Pick<CoreProblem, 'operationCount' | 'predecessorCount' | 'successorFirst' | 'successor'>,
): Int32Array => {
  const { operationCount, successorFirst, successor } = problem
  const missing = problem.predecessorCount.slice()
  const order = new Int32Array(operationCount)
  let filled = 0
  for (let i = 0; i < operationCount; i++) if (missing[i] === 0) order[filled++] = i
  for (let read = 0; read < filled; read++) {
    const i = order[read]
    for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
      const next = successor[e]
      missing[next]--
      if (missing[next] === 0) order[filled++] = next
    }
  }
  return order.subarray(0, filled)
}

/** 1 for each link to a successor with a lag, a wait or an overlap. */
export const timedLinks = ({
  successorLag: lag,
  successorWait: wait,
  successorLeft: left,
}: CoreProblem): Uint8Array => {
  const isTimed = new Uint8Array(lag.length)
  for (let e = 0; e < lag.length; e++)
    isTimed[e] = Number(lag[e] !== 0 || wait[e] !== 0 || (left !== undefined && left[e] !== 0))
  return isTimed
}

/** A share of some work, rounded if the work is a whole number. */
export const shareOf = (work: number, percent: number): number => Math.round((work * percent) / 100)

/** Links by the waiting operation: operation i has rows `first[i]` up to `first[i + 1]`. */
export interface Predecessors {
  first: Int32Array
  predecessor: Int32Array
  lag: Float64Array
  wait: Float64Array
  /** null = no overlaps. */
  left: Float64Array | null
}

/** Links to the selected operations; all by default. */
export const predecessorsOf = (problem: CoreProblem, isAsked = (_: number): boolean => true): Predecessors => {
  const { operationCount: count, successorFirst, successor, successorLag, successorWait, predecessorCount } = problem
  const first = new Int32Array(count + 1)
  for (let i = 0; i < count; i++) first[i + 1] = first[i] + (isAsked(i) ? predecessorCount[i] : 0)
  const fill = first.slice()
  const predecessor = new Int32Array(first[count])
  const lag = new Float64Array(first[count])
  const wait = new Float64Array(first[count])
  const { successorLeft } = problem
  const left = successorLeft ? new Float64Array(first[count]) : null
  for (let i = 0; i < count; i++) {
    for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
      if (!isAsked(successor[e])) continue
      const at = fill[successor[e]]++
      predecessor[at] = i
      lag[at] = successorLag[e]
      wait[at] = successorWait[e]
      if (left && successorLeft) left[at] = successorLeft[e]
    }
  }
  return { first, predecessor, lag, wait, left }
}
