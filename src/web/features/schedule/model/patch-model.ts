import type { CompactSchedule } from '#contract/schedule.ts'
import { changeoversOfPlan } from '#domain/schedule/changeovers-of-plan.ts'
import { at } from './at.ts'
import { buildModel, type ProjectColumns, readProject, type ScheduleModel, sumsOf } from './schedule-model.ts'

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

/** Adds the rows in which two columns differ. */
const addDifferences = (rows: Set<number>, a: readonly number[], b: readonly number[]): void => {
  if (a === b) return
  for (let row = 0; row < a.length; row++) if (a[row] !== b[row]) rows.add(row)
}

/** The projects whose derived columns are other ones in the newer plan. */
const changedProjects = ({ data: before, projectOf }: ScheduleModel, data: CompactSchedule): ReadonlySet<number> => {
  const rows = new Set<number>()
  for (const name of ['startMs', 'endMs', 'flags'] as const)
    addDifferences(rows, before.operations[name], data.operations[name])
  const projects = new Set<number>()
  addDifferences(projects, before.projects.flags, data.projects.flags)
  for (const row of rows) projects.add(at(projectOf, row))
  return projects
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

/**
 * The model of a newer plan, made from the one before it by writing only the rows of the projects that changed. All that depends on
 * ids, links and calendars stays the same object. null = other rows or other working time, so that the model must be built.
 */
export const patchModel = (before: ScheduleModel, data: CompactSchedule): ScheduleModel | null => {
  if (!isAlike(before.data, data)) return null
  const columns = copied(before)
  for (const project of changedProjects(before, data)) readProject(columns, data, project)
  const { dueMs } = data.projects
  const model = {
    ...before,
    ...columns,
    ...sumsOf(columns, data),
    data,
    dueMs: isSame(dueMs, before.data.projects.dueMs) ? before.dueMs : new Float64Array(dueMs),
  }
  return { ...model, changeovers: changeoversOfPlan(model) }
}

/** The model of a plan: patched where a newer plan only has other values, otherwise built. */
export const modelOf = (data: CompactSchedule, before: ScheduleModel | null): ScheduleModel => {
  if (before?.data === data) return before
  return (before && patchModel(before, data)) ?? buildModel(data)
}

/** Whether a model was made by patching another one, so that both have the same rows. */
export const isPatched = (before: ScheduleModel, model: ScheduleModel): boolean => before.projectOf === model.projectOf
