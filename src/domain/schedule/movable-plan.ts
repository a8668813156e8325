import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { commonIntervals } from '../time/interval-arithmetic.ts'
import { KnownOpenTime } from '../time/known-open-time.ts'
import { hourMs } from '../time/units.ts'
import { valueAt } from '../value-at.ts'
import type { LinkIndex } from './link-index.ts'

/** A plan in typed columns for computing moves. Times in epoch ms, 0 = none. */
export interface MovablePlan {
  readonly data: CompactSchedule
  readonly operationCount: number
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  readonly flags: Uint8Array
  readonly successors: LinkIndex
  readonly predecessors: LinkIndex
  readonly calendars: readonly KnownOpenTime[]
}

export const hasFlag = (plan: MovablePlan, operation: number, flag: keyof typeof operationFlag): boolean =>
  (valueAt(plan.flags, operation) & operationFlag[flag]) !== 0

export const isPlaced = (plan: MovablePlan, operation: number): boolean => valueAt(plan.startMs, operation) > 0

/** Only scheduled work that has not started may be moved. */
export const isMovable = (plan: MovablePlan, operation: number): boolean =>
  isPlaced(plan, operation) &&
  (valueAt(plan.flags, operation) & (operationFlag.completed | operationFlag.started)) === 0

const roundTheClock = new KnownOpenTime([], 0, 0)

/** Common open time of a work center and a pool, by plan and by calendar indexes. */
const together = new WeakMap<MovablePlan, Map<string, KnownOpenTime>>()

const commonTime = (plan: MovablePlan, one: number, other: number): KnownOpenTime => {
  const { calendars, from, to } = plan.data
  const known = together.get(plan) ?? new Map<string, KnownOpenTime>()
  together.set(plan, known)
  const key = `${one} ${other}`
  const found = known.get(key)
  if (found) return found
  const common = new KnownOpenTime(commonIntervals(calendars[one]?.open ?? [], calendars[other]?.open ?? []), from, to)
  known.set(key, common)
  return common
}

/** The calendar of the work center, otherwise of the organization. With a pool, only the time in which both work. */
export const calendarOf = (plan: MovablePlan, operation: number): KnownOpenTime => {
  const { categories, operations } = plan.data
  const own = categories[operations.category[operation] ?? -1]?.calendar ?? 0
  const pool = categories[operations.pool[operation] ?? -1]?.calendar ?? own
  return (pool === own ? plan.calendars[own] : commonTime(plan, own, pool)) ?? roundTheClock
}

/**
 * Working hours of an operation in the plan: its estimate, or, where plans contain the learned pace, those between the dates of unstarted
 * work.
 */
export const plannedHours = (plan: MovablePlan, operation: number): number => {
  const estimate = valueAt(plan.data.operations.durationHours, operation)
  if (!plan.data.barsAtPace || estimate === 0 || !isMovable(plan, operation)) return estimate
  const [startMs, endMs] = [valueAt(plan.startMs, operation), valueAt(plan.endMs, operation)]
  return calendarOf(plan, operation).workBetween(startMs, endMs) / hourMs || estimate
}

/** Remaining working time in ms: planned hours x (1 - progress). */
export const remainingMs = (plan: MovablePlan, operation: number): number => {
  const done = valueAt(plan.data.operations.progressPercentage, operation) / 100
  return Math.max(0, plannedHours(plan, operation) * (1 - done) * hourMs)
}
