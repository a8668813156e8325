import type { CompactSchedule } from '#contract/schedule.ts'
import { changeoversOfPlan } from '#domain/schedule/changeovers-of-plan.ts'
import { keepOverloads } from '#domain/schedule/overloads.ts'
import { at } from './at.ts'
import {
  buildModel,
  centerIndex,
  newWork,
  type ProjectColumns,
  readProject,
  type ScheduleModel,
  sumsOf,
  workOf,
} from './schedule-model.ts'

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((value, index) => value === b[index]))

/** Whether a newer plan has the same projects, operations and links in the same rows, in the same working time. */
const isAlike = (before: CompactSchedule, data: CompactSchedule): boolean =>
  before.timeZone === data.timeZone &&
  before.from === data.from &&
  before.to === data.to &&
  before.calendars === data.calendars &&
  isSame(before.projects.firstOperation, data.projects.firstOperation) &&
  isSame(before.projects.ids, data.projects.ids) &&
  isSame(before.operations.ids, data.operations.ids) &&
  isSame(before.links.from, data.links.from) &&
  isSame(before.links.to, data.links.to)

/** The columns by which work is placed. */
const workColumns = ['startMs', 'endMs', 'flags', 'category', 'pool', 'durationHours', 'progressPercentage'] as const

export const isWorkColumn = (name: string): boolean => workColumns.some((one) => one === name)

/** Adds the rows in which two columns differ. */
const addDifferences = (rows: Set<number>, a: readonly number[], b: readonly number[]): void => {
  if (a === b) return
  for (let row = 0; row < a.length; row++) if (a[row] !== b[row]) rows.add(row)
}

/** The operations whose work is other work in the newer plan, with all of projects that end or are open again. */
const changedRows = ({ data: before, firstOperation }: ScheduleModel, data: CompactSchedule): ReadonlySet<number> => {
  const rows = new Set<number>()
  for (const name of workColumns) addDifferences(rows, before.operations[name], data.operations[name])
  const projects = new Set<number>()
  addDifferences(projects, before.projects.flags, data.projects.flags)
  for (const project of projects)
    for (let row = at(firstOperation, project); row < at(firstOperation, project + 1); row++) rows.add(row)
  return rows
}

const copied = (model: ScheduleModel): ProjectColumns => ({
  startMs: model.startMs.slice(),
  endMs: model.endMs.slice(),
  flags: model.flags.slice(),
  projectStartMs: model.projectStartMs.slice(),
  projectEndMs: model.projectEndMs.slice(),
  projectEndOpen: model.projectEndOpen.slice(),
  placedIn: model.placedIn.slice(),
  unplacedIn: model.unplacedIn.slice(),
})

/** The numbers of the work, with a new one where operations changed: at their work centers and pools in both plans. */
const numbersAfter = (before: ScheduleModel, data: CompactSchedule, rows: ReadonlySet<number>): Uint32Array => {
  const work = newWork()
  const was = before.data
  if (was.categories !== data.categories || was.capacitySpans !== data.capacitySpans)
    return new Uint32Array(data.categories.length + 1).fill(work)
  const numbers = before.workNumbers.slice()
  for (const row of rows)
    for (const { category, pool } of [was.operations, data.operations]) {
      numbers[centerIndex(before, category[row])] = work
      if (at(pool, row) >= 0) numbers[at(pool, row)] = work
    }
  return numbers
}

/**
 * The model of a newer plan, made from the one before it by writing only the rows of the projects that changed. All that depends on
 * ids, links and calendars stays the same object. null = other rows or other working time, so that the model must be built.
 */
export const patchModel = (before: ScheduleModel, data: CompactSchedule): ScheduleModel | null => {
  if (!isAlike(before.data, data)) return null
  const columns = copied(before)
  const rows = changedRows(before, data)
  for (const project of new Set([...rows].map((row) => at(before.projectOf, row)))) readProject(columns, data, project)
  const { dueMs } = data.projects
  const model = {
    ...before,
    ...columns,
    ...sumsOf(columns, data),
    data,
    dueMs: isSame(dueMs, before.data.projects.dueMs) ? before.dueMs : new Float64Array(dueMs),
  }
  const patched = { ...model, workNumbers: numbersAfter(before, data, rows), changeovers: changeoversOfPlan(model) }
  keepOverloads(before, patched, (center) => workOf(before, center) === workOf(patched, center))
  return patched
}

/** The model of a plan: patched where a newer plan only has other values, otherwise built. */
export const modelOf = (data: CompactSchedule, before: ScheduleModel | null): ScheduleModel => {
  if (before?.data === data) return before
  return (before && patchModel(before, data)) ?? buildModel(data)
}

/** Whether a model was made by patching another one, so that both have the same rows. */
export const isPatched = (before: ScheduleModel, model: ScheduleModel): boolean => before.projectOf === model.projectOf
