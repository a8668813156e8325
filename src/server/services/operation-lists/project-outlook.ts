import type { ArrangedPlan } from '#domain/overdue/arrange-plan.ts'
import type { PlanProject } from '#domain/overdue/plan-columns.ts'
import { type ProjectStanding, projectStanding } from '#domain/projects/project-state.ts'
import type { PlanBook } from './plan-book.ts'

/** When the operations of a project (by index) end: the latest, actual of completed ones; null when nothing open is scheduled. */
export const projectEnd = (
  plan: ArrangedPlan,
  project: number,
): { readonly scheduledEndMs: number | null; readonly hasOpenWork: boolean } => {
  let [end, openEnd, open] = [-Infinity, -Infinity, false]
  for (let row = plan.firstRow[project] as number; row < (plan.firstRow[project + 1] as number); row++) {
    const [scheduled, actual] = [plan.scheduledEndMs[row] as number, plan.actualEndMs[row] as number]
    const ends = plan.completed[row] && !Number.isNaN(actual) ? actual : scheduled
    if (ends > end) end = ends
    if (plan.completed[row]) continue
    open = true
    if (scheduled > openEnd) openEnd = scheduled
  }
  return { scheduledEndMs: end === -Infinity || (open && openEnd === -Infinity) ? null : end, hasOpenWork: open }
}

/** How a project (by index) stands by its plan: the same rule as in the project list. */
export const projectOutlook = ({ plan, calendars }: PlanBook, project: number, nowMs: number): ProjectStanding =>
  projectStanding(
    { ...(plan.projects[project] as PlanProject), ...projectEnd(plan, project) },
    calendars.timeZone,
    nowMs,
  )
