import type { CompactSchedule } from '#contract/schedule.ts'
import type { LinkColumns, OperationColumns } from './schedule-columns.ts'

export interface ArrangedOperations {
  readonly operations: CompactSchedule['operations']
  readonly links: CompactSchedule['links']
  /** Row of the first operation of each project, and the number of operations as last entry. */
  readonly firstOperation: number[]
}

/** Rows of `projectId` in the order of `projectIds`; inside a project the order stays. */
const rowOrder = (projectId: readonly string[], projectIds: readonly string[]) => {
  const projectRow = new Map(projectIds.map((id, row) => [id, row]))
  const firstOperation = new Array<number>(projectIds.length + 1).fill(0)
  for (const id of projectId) {
    const next = (projectRow.get(id) ?? 0) + 1
    firstOperation[next] = (firstOperation[next] ?? 0) + 1
  }
  for (let row = 1; row < firstOperation.length; row++) {
    firstOperation[row] = (firstOperation[row] ?? 0) + (firstOperation[row - 1] ?? 0)
  }
  const free = [...firstOperation]
  const order = new Array<number>(projectId.length)
  for (const [source, id] of projectId.entries()) {
    const row = projectRow.get(id) ?? 0
    order[free[row] ?? 0] = source
    free[row] = (free[row] ?? 0) + 1
  }
  return { order, firstOperation }
}

/** Puts operations into the order of their projects, and turns ids into rows and indexes. */
export const arrangeOperations = (
  columns: OperationColumns,
  links: LinkColumns,
  projectIds: readonly string[],
  categoryIndex: ReadonlyMap<string, number>,
): ArrangedOperations => {
  const { order, firstOperation } = rowOrder(columns.projectId, projectIds)
  const arranged = <T>(column: readonly T[]): T[] => order.map((source) => column[source] as T)
  const ids = arranged(columns.ids)
  const rowOf = new Map(ids.map((id, row) => [id, row]))
  const rowsOf = (list: readonly string[]): number[] => list.map((id) => rowOf.get(id) ?? -1)
  return {
    firstOperation,
    operations: {
      ids,
      names: arranged(columns.names),
      category: arranged(columns.categoryId).map((id) => categoryIndex.get(id ?? '') ?? -1),
      startMs: arranged(columns.startMs),
      endMs: arranged(columns.endMs),
      progressPercent: arranged(columns.progressPercent),
      durationHours: arranged(columns.durationHours),
      flags: arranged(columns.flags),
      standings: arranged(columns.standings),
      versions: arranged(columns.versions),
      sequences: arranged(columns.sequences),
    },
    links: { from: rowsOf(links.from), to: rowsOf(links.to), lagHours: links.lagHours },
  }
}
