import { daysBehind } from '../projects/local-day.ts'
import type { ScheduleScope } from './schedule-result.ts'
import { isActive, scopeTest } from './schedule-scope.ts'
import type { ShopSnapshot, SnapshotProject } from './shop-snapshot.ts'

export interface PlanMeasure {
  /** Sum of priority x hours after the due date. */
  weightedLatenessHours: number
  totalCompletionHours: number
  lateProjects: number
  /** Sum over late projects of the calendar days from ship date to completion. */
  lateDays: number
}

const hours = (ms: number): number => ms / 3_600_000

/** Hours after the due date; 0 if on time, without a due date, or without any date. */
export const latenessHours = (project: SnapshotProject, completionMs: number | null): number =>
  project.dueMs !== null && completionMs !== null && completionMs > project.dueMs
    ? hours(completionMs - project.dueMs)
    : 0

/** Measures a plan given by the completion instant of each project (null = none). Projects that are not scheduled do not count. */
export const measurePlan = (
  snapshot: ShopSnapshot,
  scope: ScheduleScope,
  completionOf: (project: SnapshotProject, row: number) => number | null,
): PlanMeasure => {
  const measure: PlanMeasure = { weightedLatenessHours: 0, totalCompletionHours: 0, lateProjects: 0, lateDays: 0 }
  const inScope = scopeTest(scope)
  snapshot.projects.forEach((project, row) => {
    if (!inScope(project) || !isActive(project)) return
    const completionMs = completionOf(project, row)
    if (completionMs === null) return
    const late = latenessHours(project, completionMs)
    measure.weightedLatenessHours += project.priority * late
    measure.totalCompletionHours += Math.max(0, hours(completionMs - snapshot.nowMs))
    if (late === 0) return
    measure.lateProjects++
    measure.lateDays += daysBehind(project.dueMs as number, completionMs, snapshot.timeZone)
  })
  return measure
}
