import type { ScheduleScope } from './schedule-result.ts'

/** Says of each project whether a run is about it. */
export const scopeTest = (scope: ScheduleScope): ((project: { readonly projectId: string }) => boolean) => {
  if (scope === 'all') return () => true
  const ids = new Set('projectIds' in scope ? scope.projectIds : [scope.projectId])
  return ({ projectId }) => ids.has(projectId)
}
