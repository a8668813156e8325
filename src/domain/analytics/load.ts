import { isOutside } from '#domain/categories/category-kind.ts'
import { type CapacityStep, stepsInWork, type WorkStep } from '#domain/time/capacity-steps.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { floatAt, valueAt } from '#domain/value-at.ts'
import { hourMs } from '../time/units.ts'
import { roundTwo } from './figures.ts'

/**
 * Definition of load for the dashboard, the timeline of the schedule and analytics.
 *
 * - A **pool** counts like a work center: the operations that need it, in its own working time and capacity.
 * - A **period** is a week or a day. Its percentage is load hours divided by open hours (`loadPercent`).
 * - **Open hours** are the working time of the work center in the period (shifts, closed days, overtime, downtime) times its capacity at
 *   that time.
 * - **Load hours** of an upcoming period are the remaining hours of planned work (`isPlannedWork`), spread evenly over the working time
 *   from its start to its planned end. The start is the actual one of work that has begun, otherwise the planned one.
 * - The **current period** reaches from now to its end, for load hours and for open hours. A planner can still fill or relieve that part;
 *   hours that passed unused must not make a crowded Friday look half empty.
 * - A **past period** compares the hours done in it with all its open hours.
 * - **Backlog** is outside the periods and in no percentage: remaining hours of planned work for which the plan has no time. For work whose
 *   planned end has passed, it is all remaining hours. For work that should be under way, it is what does not fit between now and its
 *   planned end, so the load of such work is never more than the plan still allows.
 * - Work **outside** has neither (`hasLoad`): a supplier takes any number of operations.
 */
export interface LoadPeriods {
  readonly clock: WorkClock
  readonly nowMs: number
  /** Boundaries of the periods, ascending: one more than there are periods. */
  readonly bounds: ArrayLike<number>
  /** Working time at the start of each period (for the current one: now), and at the end. */
  readonly begins: Float64Array
  readonly ends: Float64Array
  /** Capacity of the work center over time. */
  readonly capacity: readonly CapacityStep[]
  readonly openHours: number[]
}

/** Open ms of a work center up to an instant, from an arbitrary origin. */
export type WorkClock = Pick<WorkCalendar, 'toWork'>

/** Remaining hours and planned time of an operation. */
export interface PlannedWork {
  /** Actual start of work that has begun, otherwise the planned start. */
  readonly startMs: number
  readonly endMs: number
  readonly leftHours: number
}

/** The finished part of an operation's estimate, and when it ended (now if it is still running). */
export interface DoneWork {
  readonly startMs: number
  readonly untilMs: number
  readonly doneHours: number
}

export interface WorkCenterLoad {
  /** One number per period. */
  readonly loadHours: number[]
  readonly openHours: number[]
  readonly backlogHours: number
}

/** Whether an operation with planned dates counts as planned work: neither done nor on hold, in a project that is under way. */
export const isPlannedWork = (facts: {
  readonly completed: boolean
  readonly onHold: boolean
  /** Whether the project is under way: not complete, shipped, on hold or cancelled (`effectivePhase`). */
  readonly projectOpen: boolean
}): boolean => facts.projectOpen && !facts.completed && !facts.onHold

/** Whether a work center has a load at all. */
export const hasLoad = (center: Parameters<typeof isOutside>[0]): boolean => !isOutside(center)

/** Rounds hours to two decimals. The result does not depend on the order of summation, so every screen shows the same percentage. */
export const roundHours = (hours: number): number => roundTwo(Math.round(hours * 1e6) / 1e6)

const openHours = ({ begins, ends }: Pick<LoadPeriods, 'begins' | 'ends'>, steps: readonly WorkStep[]): number[] => {
  const hours: number[] = []
  for (let index = 0; index < begins.length; index++) {
    const [begin, end] = [floatAt(begins, index), floatAt(ends, index)]
    let sum = 0
    for (const { from, to, capacity } of steps)
      sum += (Math.max(0, Math.min(end, to) - Math.max(begin, from)) / hourMs) * capacity
    hours.push(roundHours(sum))
  }
  return hours
}

/** The periods between `bounds`, in the working time of one work center. */
export const loadPeriods = (
  clock: WorkClock,
  capacity: LoadPeriods['capacity'],
  bounds: ArrayLike<number>,
  nowMs: number,
): LoadPeriods => {
  const count = Math.max(0, bounds.length - 1)
  const begins = new Float64Array(count)
  const ends = new Float64Array(count)
  for (let index = 0; index < count; index++) {
    const [fromMs, toMs] = [valueAt(bounds, index), valueAt(bounds, index + 1)]
    begins[index] = clock.toWork(fromMs < nowMs && nowMs < toMs ? nowMs : fromMs)
    ends[index] = clock.toWork(toMs)
  }
  return {
    clock,
    nowMs,
    bounds,
    begins,
    ends,
    capacity,
    openHours: openHours({ begins, ends }, stepsInWork(capacity, clock)),
  }
}

/** The first period that ends after a working time (binary search). */
const firstBehind = ({ ends }: LoadPeriods, work: number): number => {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (floatAt(ends, middle) > work) high = middle
    else low = middle + 1
  }
  return low
}

/** Adds hours evenly over the working time from..to. */
const spread = (into: number[], periods: LoadPeriods, from: number, to: number, hours: number): void => {
  const { begins, ends } = periods
  for (let index = firstBehind(periods, from); index < ends.length && floatAt(begins, index) < to; index++) {
    const overlap = Math.min(to, floatAt(ends, index)) - Math.max(from, floatAt(begins, index))
    if (overlap > 0) into[index] = valueAt(into, index) + (hours * overlap) / (to - from)
  }
}

/**
 * Adds planned work to the load hours of the periods and returns its backlog hours. Upcoming work that is planned
 * entirely in closed time counts in the period in which it begins.
 */
export const addPlanned = (
  into: number[],
  periods: LoadPeriods,
  { startMs, endMs, leftHours }: PlannedWork,
): number => {
  const { clock, nowMs, bounds } = periods
  if (!(leftHours > 0)) return 0
  if (endMs <= nowMs) return leftHours
  const from = clock.toWork(Math.max(startMs, nowMs))
  const to = clock.toWork(endMs)
  const hours = startMs < nowMs ? Math.min(leftHours, Math.max(0, to - from) / hourMs) : leftHours
  if (to > from) spread(into, periods, from, to, hours)
  else if (hours > 0) {
    for (let index = 0; index + 1 < bounds.length; index++)
      if (valueAt(bounds, index) <= startMs && startMs < valueAt(bounds, index + 1))
        into[index] = valueAt(into, index) + hours
  }
  return leftHours - hours
}

/** Adds finished work to the load hours of past periods, without gaps from its start and at most until its end. */
export const addDone = (into: number[], periods: LoadPeriods, { startMs, untilMs, doneHours }: DoneWork): void => {
  const { clock, nowMs } = periods
  const from = clock.toWork(startMs)
  const to = Math.min(from + doneHours * hourMs, clock.toWork(Math.min(untilMs, nowMs)))
  if (to > from) spread(into, periods, from, to, (to - from) / hourMs)
}

/** Load of a work center. `planned` and `done` must contain all its work in the periods, and all its backlog. */
export const workCenterLoad = (
  periods: LoadPeriods,
  planned: Iterable<PlannedWork>,
  done: Iterable<DoneWork>,
): WorkCenterLoad => {
  const loadHours: number[] = Array.from(periods.begins, () => 0)
  let backlogHours = 0
  for (const work of planned) backlogHours += addPlanned(loadHours, periods, work)
  for (const work of done) addDone(loadHours, periods, work)
  return {
    loadHours: loadHours.map(roundHours),
    openHours: periods.openHours,
    backlogHours: roundHours(backlogHours),
  }
}
