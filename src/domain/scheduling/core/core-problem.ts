import type { CoreSetup } from './setup-timeline.ts'

/** The mappings of `WorkCalendar`; literature instances use the identity. */
export interface CoreCalendar {
  toWork(instant: number): number
  startWall(work: number): number
  endWall(work: number): number
  closeAfter(work: number): number
}

/** Time without calendars: work and instants are the same numbers. */
export const roundTheClock: CoreCalendar = {
  toWork: (instant) => instant,
  startWall: (work) => work,
  endWall: (work) => work,
  closeAfter: () => Infinity,
}

/** Capacity that is used before anything is placed, in work of the resource's calendar. */
export interface CoreBooking {
  resource: number
  from: number
  to: number
  units: number
  /** Its family at a resource with changeovers; absent = 0. */
  family?: number
}

/**
 * The places where operations may run, each with its own duration: those of operation i are rows `first[i]` up to `first[i + 1]`, in an
 * order that does not depend on the present plan. None = it runs only as the problem says.
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
  /** The row in the present plan per operation; -1 = none. */
  present: Int32Array
}

/** Whether the operation can run in more than one place. */
export const hasModes = (modes: CoreModes | null, operation: number): modes is CoreModes =>
  modes !== null && modes.first[operation] < modes.first[operation + 1]

/**
 * A scheduling problem in arrays, general enough for the literature: operations need units of one or more resources and
 * wait for others (finish to start with lag or overlap). Instants and work share one unit (the product: ms). An operation works only while
 * all resources that it needs are open. No cycles.
 */
export interface CoreProblem {
  operationCount: number
  resourceCount: number
  projectCount: number
  /** Work per operation; 0 = a point that takes no capacity. */
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
  /** Work of the calendar of the operation that waits. */
  successorLag: Float64Array
  /** Time of the clock. A link has a lag of one kind. */
  successorWait: Float64Array
  /**
   * Percent of the operation that may still be left to do when its successor starts, which then ends no sooner than after its own share of work
   * behind the end of the operation. 0 = the operation must have ended. Absent = nothing overlaps.
   */
  successorLeft?: Float64Array
  /** Number of predecessors per operation. */
  predecessorCount: Int32Array
  demandFirst: Int32Array
  demandResource: Int32Array
  demandUnits: Int32Array
  capacity: Int32Array
  /** Resources with changeovers, which run one operation at a time, and the family of each demand there. Absent = none. */
  setups?: { of: readonly (CoreSetup | null)[]; demandFamily: Int32Array }
  /**
   * For operations with several resources, which pause while one of them is closed: the index into `calendars` of each resource, and 1 for
   * each demand that leaves its resource to other work meanwhile. The others hold it to the end. Absent = no calendars differ.
   */
  pauses?: { calendarOf: Int32Array; frees: Uint8Array }
  bookings: CoreBooking[]
  /** Where an operation may run, if there is a choice: its duration, release, calendar and resource above are then those of the shortest mode. */
  modes: CoreModes | null
  /** Per project; Infinity = none. */
  due: Float64Array
  weight: Float64Array
  /** Latest end of fixed work per project; -Infinity = none. */
  fixedEnd: Float64Array
  /** Instant by which an operation should end, because work that is fixed waits for it; Infinity = none. */
  deadline: Float64Array
  /** Start in the present plan per operation; NaN = none. */
  presentStart: Float64Array
  /** The present; completion is counted from here. */
  origin: number
  objective: 'lateness' | 'makespan'
}

/** Start and end instant per operation; both Infinity when there is not enough working time for it. */
export interface CorePlan {
  start: Float64Array
  end: Float64Array
  /** Work of all changeovers; absent = 0. */
  changeover?: number
  /** The row of `modes` per operation, -1 = it has none; null or absent = the problem has no modes. */
  mode?: Int32Array | null
}

/** Operations in an order in which predecessors come first; shorter than all when there is a cycle. */
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

/** Whether anything has to wait after its predecessors have ended, or may start before. */
export const hasLags = ({ successorLag, successorWait, successorLeft }: CoreProblem): boolean =>
  successorLeft !== undefined || successorLag.some((lag) => lag !== 0) || successorWait.some((wait) => wait !== 0)

/** 1 for each link to a successor that has a lag, a wait or an overlap. */
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

/** A share of some work, whole if the work is counted in whole numbers. */
export const shareOf = (work: number, percent: number): number => Math.round((work * percent) / 100)

/** The edges of a problem by the operation that waits: those of operation i are rows `first[i]` up to `first[i + 1]`. */
export interface Predecessors {
  first: Int32Array
  predecessor: Int32Array
  lag: Float64Array
  wait: Float64Array
  /** Null = nothing overlaps. */
  left: Float64Array | null
}

/** The edges to those operations that are asked for: all, unless `isAsked` says otherwise. */
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
