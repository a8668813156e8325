import { isCompleted } from './operation-standing.ts'
import type { ScheduleScope } from './schedule-result.ts'
import { isActive, scopeTest } from './schedule-scope.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from './shop-snapshot.ts'

export interface PlanMeasure {
  /** Sum of priority x hours behind the due instant. */
  weightedLatenessHours: number
  totalCompletionHours: number
  lateProjects: number
}

const hours = (ms: number): number => ms / 3_600_000

/** Hours behind the due instant; 0 when on time, without one, or without any date. */
export const latenessHours = (project: SnapshotProject, completionMs: number | null): number =>
  project.dueMs !== null && completionMs !== null && completionMs > project.dueMs
    ? hours(completionMs - project.dueMs)
    : 0

/** Measures a plan given as completion instant per project (null = none). Projects that are left alone do not count. */
export const measurePlan = (
  snapshot: ShopSnapshot,
  scope: ScheduleScope,
  completionOf: (project: SnapshotProject, row: number) => number | null,
): PlanMeasure => {
  const measure: PlanMeasure = { weightedLatenessHours: 0, totalCompletionHours: 0, lateProjects: 0 }
  const inScope = scopeTest(scope)
  snapshot.projects.forEach((project, row) => {
    if (!inScope(project) || !isActive(project)) return
    const completionMs = completionOf(project, row)
    if (completionMs === null) return
    const late = latenessHours(project, completionMs)
    measure.weightedLatenessHours += project.priority * late
    measure.totalCompletionHours += Math.max(0, hours(completionMs - snapshot.nowMs))
    if (late > 0) measure.lateProjects++
  })
  return measure
}

const plannedEnd = (operation: SnapshotOperation, nowMs: number): number | null => {
  if (isCompleted(operation)) return operation.actualEndMs ?? operation.scheduledEndMs
  // Work that is still open cannot end in the past, whatever an old plan says.
  return operation.scheduledEndMs === null ? null : Math.max(operation.scheduledEndMs, nowMs)
}

/** Completion of a project in the plan that the snapshot came with: its latest end, open work not before now; null without any. */
export const presentCompletionMs =
  (nowMs: number) =>
  ({ operations }: SnapshotProject): number | null => {
    let latest: number | null = null
    for (const operation of operations) {
      const end = plannedEnd(operation, nowMs)
      if (end !== null && (latest === null || end > latest)) latest = end
    }
    return latest
  }
