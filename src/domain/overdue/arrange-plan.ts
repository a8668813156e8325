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
  const ordered: PlanRow[] = []
  for (let index = 0; index < byProject.length; index++) {
    const list = byProject[index] as PlanRow[]
    list.sort((a, b) => a[4] - b[4] || (a[0] < b[0] ? -1 : 1))
    for (const row of list) ordered.push(row)
    firstRow[index + 1] = ordered.length
  }
  return { ordered, firstRow }
}

/** Links by waiting row; those that leave a project or name an unknown operation bind nothing. */
export const linkColumns = (
  links: ReadonlyMap<string, readonly PlanLink[]>,
  { ids, project, rowOf }: Pick<ArrangedPlan, 'ids' | 'project' | 'rowOf'>,
): Pick<PlanColumns, 'firstLink' | 'from' | 'lagHours'> => {
  const firstLink = new Int32Array(ids.length + 1)
  const from: number[] = []
  const lagHours: number[] = []
  for (let row = 0; row < ids.length; row++) {
    const own = links.get(ids[row] as string)
    for (let link = 0; own !== undefined && link < own.length; link++) {
      const [, predecessorId, lag] = own[link] as PlanLink
      const before = rowOf.get(predecessorId)
      if (before === undefined || project[before] !== project[row]) continue
      from.push(before)
      lagHours.push(Math.max(lag, 0))
    }
    firstLink[row + 1] = from.length
  }
  return { firstLink, from: Int32Array.from(from), lagHours: Float64Array.from(lagHours) }
}

type Columns = Pick<
  PlanColumns,
  | 'category'
  | 'status'
  | 'onHold'
  | 'completed'
  | 'progressPercent'
  | 'durationHours'
  | 'scheduledStartMs'
  | 'scheduledEndMs'
  | 'actualStartMs'
  | 'actualEndMs'
>

const fillRow = (to: Columns, index: number, row: PlanRow, categoryIndex: ReadonlyMap<string, number>): void => {
  to.category[index] = categoryIndex.get(row[2] ?? '') ?? -1
  to.status[index] = operationStatuses.indexOf(row[5])
  to.onHold[index] = row[8]
  to.completed[index] = row[12] !== null || row[6] >= 100 ? 1 : 0
  to.progressPercent[index] = row[6]
  to.durationHours[index] = row[7]
  to.scheduledStartMs[index] = row[9] ?? Number.NaN
  to.scheduledEndMs[index] = row[10] ?? Number.NaN
  to.actualStartMs[index] = row[11] ?? Number.NaN
  to.actualEndMs[index] = row[12] ?? Number.NaN
}

export interface ArrangedPlan extends PlanColumns {
  readonly rowOf: ReadonlyMap<string, number>
}

/** Puts operations and projects into columns, without links. `categoryIndex`: place of a work centre by its id. */
export const arrangeRows = (
  rows: Iterable<PlanRow>,
  projects: readonly PlanProject[],
  categoryIndex: ReadonlyMap<string, number>,
): Omit<ArrangedPlan, 'firstLink' | 'from' | 'lagHours'> => {
  const { ordered, firstRow } = rowsInOrder(rows, projects)
  const count = ordered.length
  const rowOf = new Map<string, number>()
  const ids = new Array<string>(count)
  const names = new Array<string>(count)
  const number = () => new Float64Array(count)
  const flag = () => new Uint8Array(count)
  const columns = {
    project: new Int32Array(count),
    category: new Int32Array(count),
    status: flag(),
    onHold: flag(),
    completed: flag(),
    progressPercent: number(),
    durationHours: number(),
    scheduledStartMs: number(),
    scheduledEndMs: number(),
    actualStartMs: number(),
    actualEndMs: number(),
  }
  for (let index = 0; index < projects.length; index++)
    columns.project.fill(index, firstRow[index], firstRow[index + 1])
  // One loop over the rows: filling typed arrays through callbacks takes ten times as long.
  for (let index = 0; index < count; index++) {
    const row = ordered[index] as PlanRow
    rowOf.set(row[0], index)
    ids[index] = row[0]
    names[index] = row[3]
    fillRow(columns, index, row, categoryIndex)
  }
  return { projects, firstRow, rowOf, ids, names, ...columns }
}

/** The same plan with some of its rows changed in themselves: neither their project, nor their place in it, nor their links. */
export const patchPlan = (
  plan: ArrangedPlan,
  changed: readonly PlanRow[],
  categoryIndex: ReadonlyMap<string, number>,
): ArrangedPlan => {
  const patched = {
    ...plan,
    names: [...plan.names],
    category: plan.category.slice(),
    status: plan.status.slice(),
    onHold: plan.onHold.slice(),
    completed: plan.completed.slice(),
    progressPercent: plan.progressPercent.slice(),
    durationHours: plan.durationHours.slice(),
    scheduledStartMs: plan.scheduledStartMs.slice(),
    scheduledEndMs: plan.scheduledEndMs.slice(),
    actualStartMs: plan.actualStartMs.slice(),
    actualEndMs: plan.actualEndMs.slice(),
  }
  for (const row of changed) {
    const index = plan.rowOf.get(row[0]) as number
    patched.names[index] = row[3]
    fillRow(patched, index, row, categoryIndex)
  }
  return patched
}
