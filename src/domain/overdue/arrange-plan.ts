import { type OperationStatus, operationStatuses } from '#contract/vocabulary.ts'
import type { PlanColumns, PlanProject } from './plan-columns.ts'

/** One operation as stored; instants in epoch ms, null = none. */
export type PlanRow = [
  operationId: string,
  projectId: string,
  categoryId: string | null,
  name: string,
  sequence: number,
  status: OperationStatus,
  progressPercent: number,
  durationHours: number,
  onHold: 0 | 1,
  scheduledStartMs: number | null,
  scheduledEndMs: number | null,
  actualStartMs: number | null,
  actualEndMs: number | null,
]

/** A finish-to-start link; lag in working hours of the waiting operation. */
export type PlanLink = [operationId: string, predecessorId: string, lagHours: number]

/** Rows by project, in the order of `projects`, by sequence and id inside; rows of unknown projects are left out. */
const rowsInOrder = (rows: Iterable<PlanRow>, projects: readonly PlanProject[]) => {
  const indexOf = new Map(projects.map(({ projectId }, index) => [projectId, index]))
  const byProject: PlanRow[][] = projects.map(() => [])
  for (const row of rows) byProject[indexOf.get(row[1]) ?? -1]?.push(row)
  const firstRow = new Int32Array(projects.length + 1)
  for (const [index, list] of byProject.entries()) {
    list.sort((a, b) => a[4] - b[4] || (a[0] < b[0] ? -1 : 1))
    firstRow[index + 1] = (firstRow[index] as number) + list.length
  }
  return { ordered: byProject.flat(), firstRow }
}

/** Links by waiting row; those that leave a project or name an unknown operation bind nothing. */
const linkColumns = (
  links: ReadonlyMap<string, readonly PlanLink[]>,
  rows: PlanRow[],
  rowOf: ReadonlyMap<string, number>,
) => {
  const firstLink = new Int32Array(rows.length + 1)
  const from: number[] = []
  const lagHours: number[] = []
  for (const [row, [id, projectId]] of rows.entries()) {
    for (const [, predecessorId, lag] of links.get(id) ?? []) {
      const before = rowOf.get(predecessorId)
      if (before === undefined || rows[before]?.[1] !== projectId) continue
      from.push(before)
      lagHours.push(Math.max(lag, 0))
    }
    firstLink[row + 1] = from.length
  }
  return { firstLink, from: Int32Array.from(from), lagHours: Float64Array.from(lagHours) }
}

/** Puts operations, their links and projects into columns. `categoryIndex`: place of a work centre by its id. */
export const arrangePlan = (
  rows: Iterable<PlanRow>,
  links: ReadonlyMap<string, readonly PlanLink[]>,
  projects: readonly PlanProject[],
  categoryIndex: ReadonlyMap<string, number>,
): PlanColumns & { readonly rowOf: ReadonlyMap<string, number> } => {
  const { ordered, firstRow } = rowsInOrder(rows, projects)
  const rowOf = new Map(ordered.map(([id], row) => [id, row]))
  const numbers = (column: 6 | 7 | 9 | 10 | 11 | 12) => Float64Array.from(ordered, (row) => row[column] ?? Number.NaN)
  const project = new Int32Array(ordered.length)
  for (let index = 0; index < projects.length; index++) project.fill(index, firstRow[index], firstRow[index + 1])
  return {
    projects,
    firstRow,
    rowOf,
    ids: ordered.map(([id]) => id),
    names: ordered.map((row) => row[3]),
    project,
    category: Int32Array.from(ordered, (row) => categoryIndex.get(row[2] ?? '') ?? -1),
    status: Uint8Array.from(ordered, (row) => operationStatuses.indexOf(row[5])),
    onHold: Uint8Array.from(ordered, (row) => row[8]),
    completed: Uint8Array.from(ordered, (row) => (row[12] !== null || row[6] >= 100 ? 1 : 0)),
    progressPercent: numbers(6),
    durationHours: numbers(7),
    scheduledStartMs: numbers(9),
    scheduledEndMs: numbers(10),
    actualStartMs: numbers(11),
    actualEndMs: numbers(12),
    ...linkColumns(links, ordered, rowOf),
  }
}
