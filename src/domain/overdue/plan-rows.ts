import { operationStatuses } from '#contract/vocabulary.ts'
import type { ArrangedPlan, PlanLink, PlanRow } from './arrange-plan.ts'

const orNull = (ms: number | undefined): number | null => (ms === undefined || Number.isNaN(ms) ? null : ms)

/** The rows that a plan was arranged from, by id. `categoryIds`: of the work centres, by their index. */
export const rowsOfPlan = (plan: ArrangedPlan, categoryIds: readonly string[]): Map<string, PlanRow> => {
  const rows = new Map<string, PlanRow>()
  for (let row = 0; row < plan.ids.length; row++) {
    const id = plan.ids[row] as string
    rows.set(id, [
      id,
      plan.projects[plan.project[row] as number]?.projectId ?? '',
      categoryIds[plan.category[row] as number] ?? null,
      plan.names[row] as string,
      plan.sequence[row] as number,
      operationStatuses[plan.status[row] as number] ?? 'Pending',
      plan.progressPercent[row] as number,
      plan.durationHours[row] as number,
      plan.onHold[row] as 0 | 1,
      orNull(plan.scheduledStartMs[row]),
      orNull(plan.scheduledEndMs[row]),
      orNull(plan.actualStartMs[row]),
      orNull(plan.actualEndMs[row]),
    ])
  }
  return rows
}

/** The links of one row. */
export const linksOfRow = (plan: ArrangedPlan, row: number): PlanLink[] => {
  const links: PlanLink[] = []
  for (let link = plan.firstLink[row] as number; link < (plan.firstLink[row + 1] as number); link++) {
    links.push([plan.ids[row] as string, plan.ids[plan.from[link] as number] as string, plan.lagHours[link] as number])
  }
  return links
}

/** The links that bind something, by the operation that waits. */
export const linksOfPlan = (plan: ArrangedPlan): Map<string, PlanLink[]> => {
  const links = new Map<string, PlanLink[]>()
  for (let row = 0; row < plan.ids.length; row++) {
    const own = linksOfRow(plan, row)
    if (own.length > 0) links.set(plan.ids[row] as string, own)
  }
  return links
}
