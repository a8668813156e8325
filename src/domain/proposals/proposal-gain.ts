import type { ProposalChange } from '#contract/proposals.ts'
import type { ScheduledProject, ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { ComparedResult } from './compare-with-forecast.ts'

/** The projects that a list of changes affects. */
export const changedProjects = (changes: readonly ProposalChange[]): ReadonlySet<string> =>
  new Set(changes.flatMap((change) => ('projectId' in change ? change.projectId : [])))

/** The part of a plan that is compared to decide whether another one gains anything. */
type Judged = Pick<ScheduleResult, 'projects' | 'lateDays'> & {
  readonly stats: Pick<ScheduleResult['stats'], 'unplacedOperations'>
}

const endsEarlier = (before: ScheduledProject | undefined, after: ScheduledProject): boolean =>
  after.completionMs !== null && (before?.completionMs ?? Infinity) > after.completionMs

/**
 * Whether scheduling again after some changes gains nothing, compared with the plan that preserves the sequence after
 * the same changes (`kept`): none of the changed projects ends earlier, the shop has no fewer late days, and no more
 * work is scheduled. False if no project is changed.
 */
export const gainsNothing = (changes: readonly ProposalChange[], kept: Judged, again: Judged): boolean => {
  const changed = changedProjects(changes)
  if (changed.size === 0 || again.lateDays < kept.lateDays) return false
  if (again.stats.unplacedOperations < kept.stats.unplacedOperations) return false
  const before = new Map(kept.projects.map((project) => [project.projectId, project]))
  return !again.projects.some(
    (project) => changed.has(project.projectId) && endsEarlier(before.get(project.projectId), project),
  )
}

/** Whether the changes only raise priorities and move nothing: work centers preserve their sequence whatever the priority. */
export const raisesInVain = (
  { projects }: ShopSnapshot,
  changes: readonly ProposalChange[],
  {
    movedOperations,
    movedAsForecast,
    effects,
  }: Pick<ComparedResult, 'movedOperations' | 'movedAsForecast' | 'effects'>,
): boolean => {
  if (effects.length > 0 || movedOperations > movedAsForecast) return false
  const before = new Map(projects.map(({ projectId, priority }) => [projectId, priority]))
  return changes.some(
    (change) =>
      change.kind === 'project' && (change.fields.priority ?? -1) > (before.get(change.projectId) ?? Infinity),
  )
}
