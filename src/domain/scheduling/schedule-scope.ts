import { unscheduledPhases } from '#contract/vocabulary.ts'
import type { ScheduleScope } from './schedule-result.ts'
import type { SnapshotProject } from './shop-snapshot.ts'

/** Returns a test whether a project is in the scope of a run. */
export const scopeTest = (scope: ScheduleScope): ((project: { readonly projectId: string }) => boolean) => {
  if (scope === 'all') return () => true
  const ids = new Set('projectIds' in scope ? scope.projectIds : [scope.projectId])
  return ({ projectId }) => ids.has(projectId)
}

/** Whether a run schedules the project; completed, shipped, cancelled and held ones are not scheduled. */
export const isActive = ({ phase }: Pick<SnapshotProject, 'phase'>): boolean =>
  !(unscheduledPhases as readonly string[]).includes(phase)
