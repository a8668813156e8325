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

/** Planned dates of some operations, column by column. */
export interface PlanDates {
  readonly operationIds: readonly string[]
  readonly startMs: readonly (number | null)[]
  readonly endMs: readonly (number | null)[]
}

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

/**
 * Links by waiting row, those of one row in the order of their predecessors, however they came: what is named first of two equal
 * ones stays the same. Those that leave a project or name an unknown operation bind nothing.
 */
export const linkColumns = (
  links: ReadonlyMap<string, readonly PlanLink[]>,
  { ids, project, rowOf }: Pick<ArrangedPlan, 'ids' | 'project' | 'rowOf'>,
): Pick<PlanColumns, 'firstLink' | 'from' | 'lagHours'> => {
  const firstLink = new Int32Array(ids.length + 1)
  const from: number[] = []
  const lagHours: number[] = []
  for (let row = 0; row < ids.length; row++) {
    const own: [before: number, lag: number][] = []
    for (const [, predecessorId, lag] of links.get(ids[row] as string) ?? []) {
      const before = rowOf.get(predecessorId)
      if (before !== undefined && project[before] === project[row]) own.push([before, Math.max(lag, 0)])
    }
    if (own.length > 1) own.sort(([a], [b]) => a - b)
    for (const [before, lag] of own) {
      from.push(before)
      lagHours.push(lag)
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
  /** Place in its project, as typed. */
  readonly sequence: Int32Array
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
    sequence: new Int32Array(count),
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
  // Many operations share their name: one text for all of them.
  const known = new Map<string, string>()
  const nameOf = (name: string): string => {
    const shared = known.get(name)
    if (shared === undefined) known.set(name, name)
    return shared ?? name
  }
  // One loop over the rows: filling typed arrays through callbacks takes ten times as long.
  for (let index = 0; index < count; index++) {
    const row = ordered[index] as PlanRow
    rowOf.set(row[0], index)
    ids[index] = row[0]
    names[index] = nameOf(row[3])
    columns.sequence[index] = row[4]
    fillRow(columns, index, row, categoryIndex)
  }
  return { projects, firstRow, rowOf, ids, names, ...columns }
}

const copyRows = (plan: ArrangedPlan): ArrangedPlan => ({
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
})

/** The same plan with some of its rows changed in themselves: neither their project, nor their place in it, nor their links. */
export const patchPlan = (
  plan: ArrangedPlan,
  changed: readonly PlanRow[],
  categoryIndex: ReadonlyMap<string, number>,
): ArrangedPlan => {
  const patched = copyRows(plan)
  const names = patched.names as string[]
  for (const row of changed) {
    const index = plan.rowOf.get(row[0]) as number
    names[index] = row[3]
    fillRow(patched, index, row, categoryIndex)
  }
  return patched
}

/** Puts planned dates into a plan; returns the projects whose dates have changed, and how many of the operations are not in it. */
export const patchDates = (
  plan: ArrangedPlan,
  parts: readonly PlanDates[],
): { plan: ArrangedPlan; projects: Set<number>; unknown: number } => {
  const scheduledStartMs = plan.scheduledStartMs.slice()
  const scheduledEndMs = plan.scheduledEndMs.slice()
  const projects = new Set<number>()
  let unknown = 0
  for (const { operationIds, startMs, endMs } of parts) {
    for (let index = 0; index < operationIds.length; index++) {
      const row = plan.rowOf.get(operationIds[index] as string)
      if (row === undefined) {
        unknown++
        continue
      }
      const [start, end] = [startMs[index] ?? Number.NaN, endMs[index] ?? Number.NaN]
      if (Object.is(scheduledStartMs[row], start) && Object.is(scheduledEndMs[row], end)) continue
      scheduledStartMs[row] = start
      scheduledEndMs[row] = end
      projects.add(plan.project[row] as number)
    }
  }
  return { plan: { ...plan, scheduledStartMs, scheduledEndMs }, projects, unknown }
}
