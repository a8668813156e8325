import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { hourMs } from '../scheduling/operation-work.ts'
import { KnownOpenTime } from '../time/known-open-time.ts'
import { valueAt } from '../value-at.ts'
import type { LinkIndex } from './link-index.ts'

/** The data for moves within a plan: the plan in typed columns. Times in epoch ms, 0 = none. */
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

/** Remaining working time, in ms: duration x (1 - progress). */
export const remainingMs = (plan: MovablePlan, operation: number): number => {
  const { durationHours, progressPercent } = plan.data.operations
  return Math.max(0, valueAt(durationHours, operation) * (1 - valueAt(progressPercent, operation) / 100) * hourMs)
}

const roundTheClock = new KnownOpenTime([], 0, 0)

/** The work center's calendar, else the organization's. */
export const calendarOf = (plan: MovablePlan, operation: number): KnownOpenTime => {
  const category = plan.data.categories[plan.data.operations.category[operation] ?? -1]
  return plan.calendars[category?.calendar ?? 0] ?? roundTheClock
}
