import type { CompactSchedule } from '#contract/schedule.ts'
import { changeoversOfPlan } from '#domain/schedule/changeovers-of-plan.ts'
import { linkedTo } from '#domain/schedule/link-index.ts'
import { keepOverloads } from '#domain/schedule/overloads.ts'
import { at } from './at.ts'
import {
  buildModel,
  centerIndex,
  type ModelChanges,
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

/** Columns that nothing draws. */
const undrawn: readonly string[] = ['versions', 'firstOperation']

/** The rows in which two tables differ in anything that is drawn. */
const changedIn = (
  before: Readonly<Record<string, readonly unknown[]>>,
  after: Readonly<Record<string, readonly unknown[]>>,
): Set<number> => {
  const rows = new Set<number>()
  for (const [name, old] of Object.entries(before)) {
    const column = after[name]
    if (!column || column === old || undrawn.includes(name)) continue
    for (let row = 0; row < old.length; row++) if (old[row] !== column[row]) rows.add(row)
  }
  return rows
}

/** Whether an instant has passed since the older plan was read. */
const hasPassed = (atMs: number, before: Pick<CompactSchedule, 'now'>, data: Pick<CompactSchedule, 'now'>): boolean =>
  atMs > before.now && atMs <= data.now

/** Adds the operations that are drawn otherwise because time has passed: their material is ready, or they no longer load a work center. */
const addPassed = (rows: Set<number>, before: CompactSchedule, { operations, ...data }: CompactSchedule): void => {
  if (before.now === data.now) return
  const { materialReadyMs, endMs } = operations
  for (let row = 0; row < endMs.length; row++)
    if (hasPassed(at(materialReadyMs, row), before, data) || hasPassed(at(endMs, row), before, data)) rows.add(row)
}

/** The operations and projects that differ; with a project, all of its operations do, because their bars show it. */
const changesOf = ({ data: before, firstOperation, projectOf }: ScheduleModel, data: CompactSchedule): ModelChanges => {
  const operations = changedIn({ ...before.operations }, { ...data.operations })
  addPassed(operations, before, data)
  const projects = changedIn({ ...before.projects }, { ...data.projects })
  for (const project of projects)
    for (let row = at(firstOperation, project); row < at(firstOperation, project + 1); row++) operations.add(row)
  for (const row of operations) projects.add(at(projectOf, row))
  return { operations, projects }
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

/** Whether everything that all work centers share is the same, so that only changed operations are drawn again. */
const isSameFrame = (before: CompactSchedule, data: CompactSchedule): boolean =>
  before.categories === data.categories &&
  before.capacitySpans === data.capacitySpans &&
  before.links === data.links &&
  !data.capacitySpans.some(
    ({ startMs, endMs }) => hasPassed(startMs, before, data) || hasPassed(endMs ?? 0, before, data),
  )

/**
 * The numbers of the work. Each work center and pool with a changed operation, in either plan, gets a new one, and so does each with an
 * operation that waits for a changed one, because it shows whether it still does.
 */
const numbersAfter = (before: ScheduleModel, data: CompactSchedule, { operations }: ModelChanges): Uint32Array => {
  const work = newWork()
  const was = before.data
  if (!isSameFrame(was, data)) return new Uint32Array(data.categories.length + 1).fill(work)
  const numbers = before.workNumbers.slice()
  const renew = (row: number) => {
    for (const { category, pool } of [was.operations, data.operations]) {
      numbers[centerIndex(before, category[row])] = work
      if (at(pool, row) >= 0) numbers[at(pool, row)] = work
    }
  }
  for (const row of operations) {
    renew(row)
    for (const next of linkedTo(before.successors, row)) renew(next)
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
  const changes = changesOf(before, data)
  for (const project of changes.projects) readProject(columns, data, project)
  const { dueMs } = data.projects
  const model = {
    ...before,
    ...columns,
    ...sumsOf(columns, data),
    data,
    changes,
    dueMs: isSame(dueMs, before.data.projects.dueMs) ? before.dueMs : new Float64Array(dueMs),
  }
  const patched = { ...model, workNumbers: numbersAfter(before, data, changes), changeovers: changeoversOfPlan(model) }
  keepOverloads(before, patched, (center) => workOf(before, center) === workOf(patched, center))
  return patched
}

/** The model of a plan: patched where a newer plan only has other values, otherwise built. */
export const modelOf = (data: CompactSchedule, before: ScheduleModel | null): ScheduleModel => {
  if (before?.data === data) return before
  return (before && patchModel(before, data)) ?? buildModel(data)
}
