import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { isCompleted } from '../operations/is-completed.ts'
import type { SnapshotDependency, SnapshotOperation, SnapshotProject } from './shop-snapshot.ts'

export const hourMs = 3_600_000

/** True when it is reported as started but not completed. */
export const isStarted = (operation: SnapshotOperation): boolean =>
  !isCompleted(operation) && (operation.actualStartMs !== null || operation.progressPercent > 0)

/** Remaining work in whole ms; NaN when the duration is invalid. A duration of more than a century is invalid. */
export const leftMs = ({
  durationHours,
  progressPercent,
}: Pick<SnapshotOperation, 'durationHours' | 'progressPercent'>): number => {
  if (!(durationHours >= 0 && durationHours <= 1_000_000)) return Number.NaN
  const done = progressPercent > 0 ? Math.min(progressPercent, 100) / 100 : 0
  return Math.round(durationHours * (1 - done) * hourMs)
}

/** The time between the end of a predecessor and the start of what waits for it, in whole ms. */
export interface Lag {
  /** Work in the calendar of the operation that waits. */
  readonly lagMs: number
  /** Time of the clock, which passes in closed time too. */
  readonly waitMs: number
}

/** The lag of a dependency; an invalid or negative lag counts as none. */
export const lagOf = ({ lagHours, lagUnit }: Pick<SnapshotDependency, 'lagHours' | 'lagUnit'>): Lag => {
  const ms = lagHours > 0 && lagHours <= 1_000_000 ? Math.round(lagHours * hourMs) : 0
  return lagUnit === 'calendar' ? { lagMs: 0, waitMs: ms } : { lagMs: ms, waitMs: 0 }
}

/** The longest lag of a dependency in whole ms; Infinity = it has no limit, or none that is a number. */
export const maxLagMs = ({ maxLagHours }: Pick<SnapshotDependency, 'maxLagHours'>): number =>
  typeof maxLagHours === 'number' && maxLagHours >= 0 ? Math.round(maxLagHours * hourMs) : Infinity

/** When work of a calendar may start after a predecessor that ends at `endMs`. */
export const readyAfter = (calendar: WorkCalendar, endMs: number, { lagMs, waitMs }: Lag): number => {
  const waitedMs = endMs + waitMs
  return lagMs > 0 ? calendar.endWall(calendar.toWork(waitedMs) + lagMs) : waitedMs
}

/** Production start, else engineering release, else customer release; null = from now on. */
export const releaseMs = (project: SnapshotProject): number | null =>
  project.productionStartMs ?? project.engineeringReleaseMs ?? project.customerReleaseMs

/** The engine places to whole minutes of the clock from the first full minute on. */
export const firstMinuteMs = (nowMs: number): number => Math.ceil(nowMs / 60_000) * 60_000

/** Actual dates of a completed operation; a missing one is replaced by the planned one, at the latest by now. */
export const completedDates = (operation: SnapshotOperation, nowMs: number): [number | null, number | null] => {
  const { actualStartMs, actualEndMs, scheduledStartMs, scheduledEndMs } = operation
  const end = actualEndMs ?? (scheduledEndMs === null ? null : Math.min(scheduledEndMs, nowMs))
  if (actualStartMs !== null) return [actualStartMs, end ?? actualStartMs]
  return [scheduledStartMs === null || end === null ? end : Math.min(scheduledStartMs, end), end]
}
