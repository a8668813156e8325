import { daysBehind } from '../projects/local-day.ts'
import { hourMs } from '../time/units.ts'
import { weightedLateness } from './core/plan-objective.ts'
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

/** The due date as the engine reads it; Infinity = none. */
export const dueOf = (dueMs: number | null): number => (dueMs !== null && Number.isFinite(dueMs) ? dueMs : Infinity)

/** The weight of a project in the sum of lateness: its priority from 0 to 100. */
export const weightOf = (priority: number): number =>
  Number.isFinite(priority) ? Math.min(100, Math.max(0, priority)) : 50

/** Hours after the due date; 0 if on time, without a due date, or without any date. */
export const latenessHours = ({ dueMs }: SnapshotProject, completionMs: number | null): number =>
  completionMs === null ? 0 : weightedLateness(completionMs, dueOf(dueMs), 1) / hourMs

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
    measure.weightedLatenessHours += weightOf(project.priority) * late
    measure.totalCompletionHours += Math.max(0, completionMs - snapshot.nowMs) / hourMs
    if (late === 0) return
    measure.lateProjects++
    measure.lateDays += daysBehind(project.dueMs as number, completionMs, snapshot.timeZone)
  })
  return measure
}
