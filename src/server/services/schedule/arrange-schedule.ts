import type { ScheduleColumns } from '#contract/schedule.ts'
import { compareProjects } from '#domain/schedule/order-projects.ts'
import { valueAt } from '#domain/value-at.ts'
import type { LinkColumns, OperationColumns } from './schedule-columns.ts'

/** Rows of `projectId` in the order of `projectIds`; inside a project the order stays. Others, of new projects, are left out. */
const rowOrder = (projectId: readonly string[], projectIds: readonly string[]) => {
  const sources = new Map(projectIds.map((id) => [id, [] as number[]]))
  for (const [source, id] of projectId.entries()) sources.get(id)?.push(source)
  const order = projectIds.flatMap((id) => sources.get(id) ?? [])
  const firstOperation = [0]
  for (const id of projectIds) firstOperation.push((firstOperation.at(-1) ?? 0) + (sources.get(id)?.length ?? 0))
  return { order, firstOperation }
}

const arranged = <T>(column: readonly T[], order: readonly number[]): T[] =>
  order.map((source) => valueAt(column, source))

/** Links between rows, by the row that waits; one whose operation was not read is left out. */
const arrangeLinks = ({ from, to, lagHours }: LinkColumns, ids: readonly string[]): ScheduleColumns['links'] => {
  const rowOf = new Map(ids.map((id, row) => [id, row]))
  const links = to
    .map((id, index) => ({
      to: rowOf.get(id) ?? -1,
      from: rowOf.get(from[index] ?? '') ?? -1,
      lagHours: lagHours[index] ?? 0,
    }))
    .filter((link) => link.to >= 0 && link.from >= 0)
    .sort((a, b) => a.to - b.to || a.from - b.from)
  return {
    from: links.map((link) => link.from),
    to: links.map((link) => link.to),
    lagHours: links.map((link) => link.lagHours),
  }
}

interface Read {
  readonly projects: Omit<ScheduleColumns['projects'], 'firstOperation'>
  readonly operations: OperationColumns
  readonly links: LinkColumns
}

/** Puts projects into the order of the schedule, their operations into the same, and turns ids into rows and indexes. */
export const arrangeSchedule = (
  { projects, operations, links }: Read,
  categoryIndex: ReadonlyMap<string, number>,
): ScheduleColumns => {
  const projectOrder = projects.ids.map((_, row) => row).sort((a, b) => compareProjects(projects, a, projects, b))
  const inOrder = <T>(column: readonly T[]): T[] => arranged(column, projectOrder)
  const projectIds = inOrder(projects.ids)
  const { order, firstOperation } = rowOrder(operations.projectId, projectIds)
  const ids = arranged(operations.ids, order)
  return {
    projects: {
      ids: projectIds,
      numbers: inOrder(projects.numbers),
      names: inOrder(projects.names),
      priorities: inOrder(projects.priorities),
      dueMs: inOrder(projects.dueMs),
      flags: inOrder(projects.flags),
      states: inOrder(projects.states),
      latenessDays: inOrder(projects.latenessDays),
      pastDueDays: inOrder(projects.pastDueDays),
      versions: inOrder(projects.versions),
      firstOperation,
    },
    operations: {
      ids,
      names: arranged(operations.names, order),
      category: arranged(operations.categoryId, order).map((id) => categoryIndex.get(id ?? '') ?? -1),
      startMs: arranged(operations.startMs, order),
      endMs: arranged(operations.endMs, order),
      progressPercent: arranged(operations.progressPercent, order),
      durationHours: arranged(operations.durationHours, order),
      flags: arranged(operations.flags, order),
      standings: arranged(operations.standings, order),
      versions: arranged(operations.versions, order),
      sequences: arranged(operations.sequences, order),
    },
    links: arrangeLinks(links, ids),
  }
}
