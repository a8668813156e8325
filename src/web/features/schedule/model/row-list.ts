import { projectFlag } from '#contract/schedule.ts'
import { at } from './at.ts'
import type { ScheduleModel } from './schedule-model.ts'

/** Rows as whole numbers: an operation is its own index, project p is -1 - p. */
export const projectRow = (project: number): number => -1 - project
export const projectOfRow = (model: ScheduleModel, row: number): number =>
  row < 0 ? -1 - row : at(model.projectOf, row)

const over = projectFlag.completed | projectFlag.cancelled

const orderKey = (model: ScheduleModel, project: number): number => {
  const due = at(model.dueMs, project)
  if (at(model.data.projects.flags, project) & over) return 3e15 + due
  if (at(model.projectEndMs, project) === 0) return 2e15 + due
  return due > 0 ? due : 1e15
}

/** Projects by ship date, then those without one, those with nothing scheduled, and those completed or cancelled. */
export const projectOrder = (model: ScheduleModel): Int32Array => {
  const keys = new Float64Array(model.projectCount)
  for (let project = 0; project < keys.length; project++) keys[project] = orderKey(model, project)
  const order = Int32Array.from(keys.keys())
  // They mostly come in this order already.
  const isSorted = order.every((project) => project === 0 || at(keys, project - 1) <= at(keys, project))
  return isSorted ? order : order.sort((a, b) => at(keys, a) - at(keys, b) || a - b)
}

/** Whether a newer plan in which only some projects changed has all of them in the same order. */
export const hasSameOrder = (before: ScheduleModel, model: ScheduleModel, changed: Iterable<number>): boolean => {
  for (const project of changed) if (orderKey(before, project) !== orderKey(model, project)) return false
  return true
}

/** The visible rows: every project in order, and below an expanded project its operations that pass `isShown`. */
export const buildRows = (
  model: ScheduleModel,
  order: Int32Array,
  isExpanded: (project: number) => boolean,
  isShown: (operation: number) => boolean = () => true,
): Int32Array => {
  const rows = new Int32Array(model.projectCount + model.operationCount)
  let count = 0
  for (const project of order) {
    rows[count++] = projectRow(project)
    if (!isExpanded(project)) continue
    for (let op = at(model.firstOperation, project); op < at(model.firstOperation, project + 1); op++)
      if (isShown(op)) rows[count++] = op
  }
  return rows.slice(0, count)
}

/** Position of every operation and project among the rows, -1 when hidden: `ofOperation[op]`, `ofProject[p]`. */
export interface RowPositions {
  readonly ofOperation: Int32Array
  readonly ofProject: Int32Array
}

export const rowPositions = (model: ScheduleModel, rows: Int32Array): RowPositions => {
  const ofOperation = new Int32Array(model.operationCount).fill(-1)
  const ofProject = new Int32Array(model.projectCount).fill(-1)
  for (let i = 0; i < rows.length; i++) {
    const row = at(rows, i)
    if (row < 0) ofProject[-1 - row] = i
    else ofOperation[row] = i
  }
  return { ofOperation, ofProject }
}
