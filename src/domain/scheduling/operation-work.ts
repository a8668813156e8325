import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { isCompleted } from '../operations/is-completed.ts'
import { hourMs } from '../time/units.ts'
import type { SnapshotDependency, SnapshotOperation, SnapshotProject } from './shop-snapshot.ts'

/** Whether the operation is reported as started but not completed. */
export const isStarted = (operation: SnapshotOperation): boolean =>
  !isCompleted(operation) && (operation.actualStartMs !== null || operation.progressPercentage > 0)

/**
 * The scheduled start to store for an operation that the plan starts at `startMs`. Started work keeps its previous scheduled start, so a
 * late start remains visible, unless it started earlier: no planned start is after the actual one.
 */
export const storedStartMs = (operation: SnapshotOperation, startMs: number): number =>
  isStarted(operation) ? Math.min(operation.scheduledStartMs ?? startMs, startMs) : startMs

/** Remaining work in whole ms; NaN if the duration is invalid. A duration of more than a century is invalid. */
export const leftMs = ({
  durationHours,
  progressPercentage,
}: Pick<SnapshotOperation, 'durationHours' | 'progressPercentage'>): number => {
  if (!(durationHours >= 0 && durationHours <= 1_000_000)) return Number.NaN
  const done = progressPercentage > 0 ? Math.min(progressPercentage, 100) / 100 : 0
  return Math.round(durationHours * (1 - done) * hourMs)
}

/** Time between the end of a predecessor and the start of its successor, in whole ms. */
export interface Lag {
  /** Work in the calendar of the successor. */
  readonly lagMs: number
  /** Clock time, which also passes in closed time. */
  readonly waitMs: number
  /** Percentage of the predecessor that may remain when the successor starts; 0 = it must have ended. */
  readonly leftPercent: number
}

/** The lag of a dependency; an invalid or negative lag counts as none. */
export const lagOf = ({
  lagHours,
  lagUnit,
  overlapPercent: done,
}: Pick<SnapshotDependency, 'lagHours' | 'lagUnit' | 'overlapPercent'>): Lag => {
  const ms = lagHours > 0 && lagHours <= 1_000_000 ? Math.round(lagHours * hourMs) : 0
  const leftPercent = typeof done === 'number' && done > 0 && done < 100 ? 100 - done : 0
  return lagUnit === 'calendar' ? { lagMs: 0, waitMs: ms, leftPercent } : { lagMs: ms, waitMs: 0, leftPercent }
}

/** A share of some work, in whole ms. */
export const shareMs = (workMs: number, percent: number): number => Math.round((workMs * percent) / 100)

/** The maximum lag of a dependency in whole ms; Infinity if it has no valid limit. */
export const maxLagMs = ({ maxLagHours }: Pick<SnapshotDependency, 'maxLagHours'>): number =>
  typeof maxLagHours === 'number' && maxLagHours >= 0 ? Math.round(maxLagHours * hourMs) : Infinity

/** Remaining work at a work center, in ms. */
export interface LeftWork<Calendar extends WorkTimes = WorkCalendar> {
  readonly calendar: Calendar
  readonly leftMs: number
}

/** Working time as two mappings between instants and work. */
export type WorkTimes = Pick<WorkCalendar, 'toWork' | 'endWall'>

export interface Predecessor {
  readonly calendar: WorkTimes
  readonly startMs: number
  readonly endMs: number
  /** All its work, including finished work. Called only if an operation overlaps it. */
  readonly wholeMs: () => number
}

/** When only `leftPercent` of a predecessor remains. No share is done before it has started. */
export const shareDoneMs = ({ calendar, startMs, endMs, wholeMs }: Predecessor, leftPercent: number): number => {
  const leftMs = leftPercent > 0 ? shareMs(wholeMs(), leftPercent) : 0
  return leftMs > 0 ? Math.max(startMs, calendar.endWall(calendar.toWork(endMs) - leftMs)) : endMs
}

const afterLag = (calendar: WorkTimes, fromMs: number, { lagMs, waitMs }: Lag): number =>
  lagMs > 0 ? calendar.endWall(calendar.toWork(fromMs + waitMs) + lagMs) : fromMs + waitMs

/**
 * When work may start after a predecessor: the instant that belongs to `workAfter` in `core/link-rule.ts`. With an overlap it starts when the share is done, but late enough that part of its work remains
 * when the last batch arrives at the end of the predecessor. `lastBatchMs` is the start that this end alone requires.
 */
export const startAfter = (
  { calendar, leftMs }: LeftWork<WorkTimes>,
  before: Predecessor,
  lag: Lag,
): { readonly atMs: number; readonly lastBatchMs: number } => {
  const endedMs = afterLag(calendar, before.endMs, lag)
  const earlyMs = shareMs(leftMs, lag.leftPercent)
  if (earlyMs === 0) return { atMs: endedMs, lastBatchMs: endedMs }
  const lastBatchMs = calendar.endWall(calendar.toWork(before.endMs + lag.waitMs) + lag.lagMs - earlyMs)
  return { atMs: Math.max(lastBatchMs, afterLag(calendar, shareDoneMs(before, lag.leftPercent), lag)), lastBatchMs }
}

/** Production start, otherwise engineering release, otherwise customer release; null = any time. */
export const releaseMs = (project: SnapshotProject): number | null =>
  project.productionStartMs ?? project.engineeringReleaseMs ?? project.customerReleaseMs

/** The engine schedules in whole clock minutes, beginning with the first full minute. */
export const firstMinuteMs = (nowMs: number): number => Math.ceil(nowMs / 60_000) * 60_000

/**
 * Actual dates of a completed operation. A missing one is replaced by the planned one, at the latest by now. The end is
 * never before the start.
 */
export const completedDates = (operation: SnapshotOperation, nowMs: number): [number | null, number | null] => {
  const { actualStartMs, actualEndMs, scheduledStartMs, scheduledEndMs } = operation
  const end = actualEndMs ?? (scheduledEndMs === null ? null : Math.min(scheduledEndMs, nowMs))
  if (actualStartMs !== null) return [actualStartMs, Math.max(end ?? actualStartMs, actualStartMs)]
  return [scheduledStartMs === null || end === null ? end : Math.min(scheduledStartMs, end), end]
}
