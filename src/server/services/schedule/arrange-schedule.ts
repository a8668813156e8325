import type { ScheduleColumns } from '#contract/schedule.ts'
import { joinScheduleRows, type LinkColumns, type ScheduleRows } from './schedule-columns.ts'

/** A project with its operations, and the end of its ship date in the organization's zone. */
export interface DatedProject extends ScheduleRows {
  readonly projects: ScheduleRows['projects'] & { readonly dueMs: number[] }
}

/** Links between rows, ordered by the waiting row. Links to operations that were not read are left out. */
const arrangeLinks = (
  { from, to, lagHours, waitHours, overlapPercent }: LinkColumns,
  ids: readonly string[],
): ScheduleColumns['links'] => {
  const rowOf = new Map(ids.map((id, row) => [id, row]))
  const links = to
    .map((id, index) => ({
      to: rowOf.get(id) ?? -1,
      from: rowOf.get(from[index] ?? '') ?? -1,
      lagHours: lagHours[index] ?? 0,
      waitHours: waitHours[index] ?? 0,
      overlapPercent: overlapPercent[index] ?? 0,
    }))
    .filter((link) => link.to >= 0 && link.from >= 0)
    .sort((a, b) => a.to - b.to || a.from - b.from)
  return {
    from: links.map((link) => link.from),
    to: links.map((link) => link.to),
    lagHours: links.map((link) => link.lagHours),
    waitHours: links.map((link) => link.waitHours),
    overlapPercent: links.map((link) => link.overlapPercent),
  }
}

/** Projects as columns, in the given order. Ids of linked operations become row numbers. */
export const arrangeSchedule = (found: readonly DatedProject[]) => {
  const { projects, operations, links } = joinScheduleRows(found)
  const firstOperation = [0]
  for (const { operations: own } of found) firstOperation.push((firstOperation.at(-1) ?? 0) + own.ids.length)
  return {
    projects: { ...projects, dueMs: found.flatMap((of) => of.projects.dueMs), firstOperation },
    operations: { ...operations, category: operations.categoryId, pool: operations.poolId },
    links: arrangeLinks(links, operations.ids),
  }
}
