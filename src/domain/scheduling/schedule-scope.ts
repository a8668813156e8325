import { unscheduledPhases } from '#contract/vocabulary.ts'
import type { ScheduleScope } from './schedule-result.ts'
import type { SnapshotProject } from './shop-snapshot.ts'

/** Says of each project whether a run is about it. */
export const scopeTest = (scope: ScheduleScope): ((project: { readonly projectId: string }) => boolean) => {
  if (scope === 'all') return () => true
  const ids = new Set('projectIds' in scope ? scope.projectIds : [scope.projectId])
  return ({ projectId }) => ids.has(projectId)
}

/** A run schedules active projects only: those that are completed, shipped, cancelled or on hold are left alone. */
export const isActive = ({ phase }: Pick<SnapshotProject, 'phase'>): boolean =>
  !(unscheduledPhases as readonly string[]).includes(phase)
