import { projectStates } from '#contract/vocabulary.ts'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { bandOf, bandWords, priorityBands } from '#web/components/project-marks/priority-bands.ts'
import { at } from './at.ts'
import { buildRows, projectRow } from './row-list.ts'
import type { RowGrouping } from './schedule-choices.ts'
import type { ScheduleModel } from './schedule-model.ts'

/** The groups of the rows: each has a name, and holds whole projects or single operations. */
export interface RowGroups {
  readonly names: readonly string[]
  /** The group of each project; null = the groups hold operations. */
  readonly ofProject: Int32Array | null
  /** The operations of each group in their order; empty when the groups hold projects. */
  readonly operations: readonly Int32Array[]
}

/** A group as a row: the numbers below those of the projects. */
export const groupRow = ({ projectCount }: ScheduleModel, group: number): number => -1 - projectCount - group

/** Greater than the number of groups. */
const mostGroups = 2 ** 20

/** The group of a row that is the head of one; -1 = the row is something else. */
export const groupOfRow = ({ projectCount }: ScheduleModel, row: number): number =>
  row < -projectCount && row >= -projectCount - mostGroups ? -1 - projectCount - row : -1

/** Whether single operations stand under the heads of the groups, without their projects. */
export const holdsOperations = (groups: RowGroups | null): groups is RowGroups => groups?.ofProject === null

/** The row that stands for the completed operations of a project, or of a group that holds operations: the numbers below those of the groups. */
export const doneRow = ({ projectCount }: ScheduleModel, part: number): number => -1 - projectCount - mostGroups - part

/** The project or group of a row that stands for its completed operations; -1 = the row is something else. */
export const doneOfRow = ({ projectCount }: ScheduleModel, row: number): number =>
  row < -projectCount - mostGroups ? -1 - projectCount - mostGroups - row : -1

/** Whether a row is that of a project. */
export const isProjectRow = ({ projectCount }: ScheduleModel, row: number): boolean => row < 0 && row >= -projectCount

/** How many operations of a project are completed. */
export const doneIn = (model: ScheduleModel, project: number): number => {
  let count = 0
  for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++)
    if (hasFlag(model, op, 'completed')) count++
  return count
}

/** The id of the project, or the name of the group, that a row of completed operations belongs to. */
export const donePart = (model: ScheduleModel, groups: RowGroups | null, part: number): string =>
  (holdsOperations(groups) ? groups.names : model.data.projects.ids)[part] ?? ''

/** Whether the same operations are completed in two models with the same rows, of which only some changed. */
export const hasSameDone = (one: ScheduleModel, other: ScheduleModel, changed: Iterable<number>): boolean => {
  for (const op of changed) if (hasFlag(one, op, 'completed') !== hasFlag(other, op, 'completed')) return false
  return true
}

/** The visible rows of a Gantt. With `isDoneOpen`, each expanded project has one row for its completed operations, which stand below it if it is open. */
export const shownRows = (
  model: ScheduleModel,
  { order, isShown, isExpanded, isDoneOpen }: Pick<GroupedSource, 'order' | 'isShown' | 'isExpanded' | 'isDoneOpen'>,
): Int32Array => {
  if (!isDoneOpen) return buildRows(model, order, isExpanded, isShown ?? undefined)
  const rows = new Int32Array(2 * model.projectCount + model.operationCount)
  let count = 0
  const add = (project: number, completed: boolean) => {
    for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++)
      if (hasFlag(model, op, 'completed') === completed) rows[count++] = op
  }
  for (const project of order) {
    rows[count++] = projectRow(project)
    if (!isExpanded(project)) continue
    if (doneIn(model, project) > 0) {
      rows[count++] = doneRow(model, project)
      if (isDoneOpen(project)) add(project, true)
    }
    add(project, false)
  }
  return rows.slice(0, count)
}

const states = [
  ['late', 'Past due or projected late'],
  ['atRisk', 'At risk'],
  ['onTime', 'On time'],
] as const

const byLateness = ({ data }: ScheduleModel): RowGroups => {
  const groups = projectStates.map((state) => states.findIndex(([known]) => known === state))
  const other = states.length
  return {
    names: [...states.map(([, name]) => name), 'Other'],
    ofProject: Int32Array.from(data.projects.states, (state) => {
      const group = groups[state] ?? -1
      return group < 0 ? other : group
    }),
    operations: [],
  }
}

const byPriority = ({ data }: ScheduleModel): RowGroups => ({
  names: priorityBands.map((band) => `Priority ${bandWords[band]}`),
  ofProject: Int32Array.from(data.projects.priorities, (priority) => priorityBands.indexOf(bandOf(priority))),
  operations: [],
})

/** Open work by its start comes first, then work without a place, then completed work, the newest first. */
const centerKey = (model: ScheduleModel, operation: number): number => {
  if (hasFlag(model, operation, 'completed')) return 2e15 - at(model.endMs, operation)
  return at(model.startMs, operation) || 1e14
}

const byCenter = (model: ScheduleModel): RowGroups => {
  const { categories, operations } = model.data
  const rows: number[][] = [...categories.map(() => []), []]
  const keys = new Float64Array(model.operationCount)
  for (let operation = 0; operation < model.operationCount; operation++) {
    keys[operation] = centerKey(model, operation)
    rows.at(at(operations.category, operation))?.push(operation)
  }
  return {
    names: [...categories.map(({ name }) => name), 'No work center'],
    ofProject: null,
    operations: rows.map((own) => Int32Array.from(own.sort((a, b) => at(keys, a) - at(keys, b) || a - b))),
  }
}

const groupings: Record<Exclude<RowGrouping, ''>, (model: ScheduleModel) => RowGroups> = {
  lateness: byLateness,
  priority: byPriority,
  center: byCenter,
}

/** The groups of a plan; null = the rows are not grouped. */
export const rowGroups = (model: ScheduleModel, grouping: RowGrouping): RowGroups | null =>
  grouping === '' ? null : groupings[grouping](model)

interface GroupedSource {
  /** The projects that pass the filter, in order. */
  readonly order: Int32Array
  /** null = all operations have rows. */
  readonly isShown: ((operation: number) => boolean) | null
  /** Tells of which projects, or groups that hold operations, the completed operations have rows of their own; null = of all. */
  readonly isDoneOpen: ((part: number) => boolean) | null
  readonly isExpanded: (project: number) => boolean
  /** The names of the groups that are collapsed. */
  readonly closed: ReadonlySet<string>
}

/** The rows below the head of a group, and how many projects or operations it holds. */
const inGroup = (
  model: ScheduleModel,
  { ofProject, operations }: RowGroups,
  source: GroupedSource,
  group: number,
  listed: Uint8Array,
) => {
  if (ofProject) {
    const own = source.order.filter((project) => at(ofProject, project) === group)
    return { size: own.length, done: 0, rows: () => shownRows(model, { ...source, order: own }) }
  }
  const { isShown, isDoneOpen } = source
  const own = (operations[group] ?? new Int32Array()).filter(
    (operation) => at(listed, at(model.projectOf, operation)) === 1 && (isShown?.(operation) ?? true),
  )
  const isDone = (operation: number) => hasFlag(model, operation, 'completed')
  const done = isDoneOpen ? own.filter(isDone) : new Int32Array()
  if (!isDoneOpen || done.length === 0) return { size: own.length, done: 0, rows: () => own }
  const open = own.filter((operation) => !isDone(operation))
  const below = isDoneOpen(group) ? done : new Int32Array()
  return { size: own.length, done: done.length, rows: () => Int32Array.of(doneRow(model, group), ...below, ...open) }
}

/**
 * The rows with the heads of their groups, the sizes of the groups, and how many completed operations of each stand in one row. Empty
 * groups have no row.
 */
export const groupedRows = (
  model: ScheduleModel,
  groups: RowGroups,
  source: GroupedSource,
): { rows: Int32Array; groupSizes: readonly number[]; groupDone: readonly number[] } => {
  const listed = new Uint8Array(model.projectCount)
  for (const project of source.order) listed[project] = 1
  const groupSizes: number[] = []
  const groupDone: number[] = []
  const parts: Int32Array[] = []
  for (const [group, name] of groups.names.entries()) {
    const { size, done, rows } = inGroup(model, groups, source, group, listed)
    groupSizes.push(size)
    groupDone.push(done)
    if (size === 0) continue
    parts.push(Int32Array.of(groupRow(model, group)))
    if (!source.closed.has(name)) parts.push(rows())
  }
  const rows = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let from = 0
  for (const part of parts) {
    rows.set(part, from)
    from += part.length
  }
  return { rows, groupSizes, groupDone }
}
