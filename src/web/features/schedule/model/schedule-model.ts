import { type OperationState, operationStates } from '#contract/operation-outlook.ts'
import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { isNotPlaced } from '#domain/forecast/operation-words.ts'
import { changeoversOfPlan, type PlannedChangeover } from '#domain/schedule/changeovers-of-plan.ts'
import { indexLinks } from '#domain/schedule/link-index.ts'
import { hasFlag, type MovablePlan } from '#domain/schedule/movable-plan.ts'
import { rowOfId } from '#domain/schedule/row-of-id.ts'
import { KnownOpenTime } from '#domain/time/known-open-time.ts'
import { isLateState } from '#web/components/operation-marks/operation-state.ts'
import { at } from './at.ts'

/** The columns that are derived for each project and its operations. Times in epoch ms, 0 = none. */
export interface ProjectColumns {
  readonly startMs: Float64Array
  readonly endMs: Float64Array
  readonly flags: Uint8Array
  readonly projectStartMs: Float64Array
  readonly projectEndMs: Float64Array
  /** 1 = the project has open work and none of it is scheduled, so its end is unknown. */
  readonly projectEndOpen: Uint8Array
  /** Number of its scheduled open operations; 0 when it is completed or cancelled. */
  readonly placedIn: Int32Array
  /** Number of its unscheduled operations by `isNotPlaced`. */
  readonly unplacedIn: Int32Array
}

/** What a newer plan changed in a model: operations and projects that are drawn otherwise. */
export interface ModelChanges {
  readonly operations: ReadonlySet<number>
  readonly projects: ReadonlySet<number>
}

/** The plan in typed columns, with values derived from it once. Times in epoch ms, 0 = none. */
export interface ScheduleModel extends MovablePlan, ProjectColumns {
  readonly projectCount: number
  readonly projectOf: Int32Array
  readonly firstOperation: Int32Array
  readonly dueMs: Float64Array
  /** Number of scheduled open operations, and of their projects. Completed and cancelled work is not counted. */
  readonly placedOperations: number
  readonly placedProjects: number
  /** Whether any operation waits for material. */
  readonly awaitsMaterial: boolean
  /** The changeovers of the plan, by the operation that each prepares. */
  readonly changeovers: ReadonlyMap<number, PlannedChangeover>
  /** Number of unscheduled operations by `isNotPlaced`. */
  readonly unplacedOperations: number
  /**
   * By work center and pool, with that for none at the end: the same number as in another model with these rows where the work is the
   * same, in everything that is drawn of it.
   */
  readonly workNumbers: Uint32Array
  /** What patching changed from the model before; null = the model was built, and can have other rows. */
  readonly changes: ModelChanges | null
}

/** Reads the operations of one project from the plan into the columns. */
export const readProject = (
  columns: ProjectColumns,
  { projects, operations }: Pick<CompactSchedule, 'projects' | 'operations'>,
  project: number,
): void => {
  const { startMs, endMs, flags } = columns
  const { startMs: starts, endMs: ends, flags: flagsOf } = operations
  const projectOpen = at(projects.flags, project) === 0
  let [start, end] = [Number.POSITIVE_INFINITY, 0]
  let [withoutDates, openPlaced, unplaced] = [0, 0, 0]
  const next = at(projects.firstOperation, project + 1)
  // The columns are read without `at`, because that is slower for columns of several kinds, and this loop is most of a first plan.
  for (let op = at(projects.firstOperation, project); op < next; op++) {
    const flag = flagsOf[op] ?? 0
    const completed = (flag & operationFlag.completed) !== 0
    const unplacedByRun = !completed && (flag & operationFlag.unplaced) !== 0
    const plannedStart = starts[op] ?? 0
    const plannedEnd = ends[op] ?? 0
    // Of work that was reported as completed, only the end may be known.
    const from = completed && plannedStart === 0 ? plannedEnd : plannedStart
    const isPlaced = from !== 0 && plannedEnd !== 0 && !unplacedByRun
    flags[op] = flag
    startMs[op] = isPlaced ? from : 0
    endMs[op] = isPlaced ? plannedEnd : 0
    if (!isPlaced) {
      if (!completed) withoutDates++
      if (isNotPlaced({ completed, projectOpen, plannedEndMs: null })) unplaced++
      continue
    }
    if (!completed) openPlaced++
    start = Math.min(start, from)
    end = Math.max(end, plannedEnd)
  }
  columns.projectStartMs[project] = end === 0 ? 0 : start
  columns.projectEndMs[project] = end
  columns.projectEndOpen[project] = withoutDates > 0 && openPlaced === 0 ? 1 : 0
  columns.placedIn[project] = projectOpen ? openPlaced : 0
  columns.unplacedIn[project] = unplaced
}

/** The counts over all projects, and whether anything waits for material now. */
export const sumsOf = (
  { placedIn, unplacedIn }: ProjectColumns,
  { operations, now }: Pick<CompactSchedule, 'operations' | 'now'>,
): Pick<ScheduleModel, 'placedOperations' | 'placedProjects' | 'unplacedOperations' | 'awaitsMaterial'> => {
  let [placedOperations, placedProjects, unplacedOperations] = [0, 0, 0]
  for (let project = 0; project < placedIn.length; project++) {
    placedOperations += at(placedIn, project)
    unplacedOperations += at(unplacedIn, project)
    if (at(placedIn, project) > 0) placedProjects++
  }
  const awaitsMaterial = operations.materialReadyMs.some((ms) => ms > now)
  return { placedOperations, placedProjects, unplacedOperations, awaitsMaterial }
}

let lastWork = 0

/** The number of work that no other model has. */
export const newWork = (): number => ++lastWork

/** Builds the columns; linear in operations and links. A newer plan often only changes some: see `patch-model.ts`. */
export const buildModel = (data: CompactSchedule): ScheduleModel => {
  const { projects, operations, links } = data
  const operationCount = operations.ids.length
  const projectCount = projects.ids.length
  const columns: ProjectColumns = {
    startMs: new Float64Array(operationCount),
    endMs: new Float64Array(operationCount),
    flags: new Uint8Array(operationCount),
    projectStartMs: new Float64Array(projectCount),
    projectEndMs: new Float64Array(projectCount),
    projectEndOpen: new Uint8Array(projectCount),
    placedIn: new Int32Array(projectCount),
    unplacedIn: new Int32Array(projectCount),
  }
  const firstOperation = new Int32Array(projects.firstOperation)
  const projectOf = new Int32Array(operationCount)
  for (let project = 0; project < projectCount; project++) {
    projectOf.fill(project, at(firstOperation, project), at(firstOperation, project + 1))
    readProject(columns, data, project)
  }
  const [from, to] = [new Int32Array(links.from), new Int32Array(links.to)]
  const model = {
    ...columns,
    ...sumsOf(columns, data),
    data,
    operationCount,
    projectCount,
    projectOf,
    firstOperation,
    dueMs: new Float64Array(projects.dueMs),
    workNumbers: new Uint32Array(data.categories.length + 1).fill(newWork()),
    successors: indexLinks(operationCount, from, to),
    predecessors: indexLinks(operationCount, to, from),
    changes: null,
    calendars: data.calendars.map(({ open }) => new KnownOpenTime(open, data.from, data.to)),
  }
  return { ...model, changeovers: changeoversOfPlan(model) }
}

/** Where `workNumbers` has that of a work center or pool, -1 for none. */
export const centerIndex = ({ workNumbers }: Pick<ScheduleModel, 'workNumbers'>, category = -1): number =>
  category < 0 ? workNumbers.length - 1 : category

/** The number of the work of a work center or pool, -1 for none. */
export const workOf = (model: ScheduleModel, category: number): number =>
  at(model.workNumbers, centerIndex(model, category))

/** The end of a project in the plan; 0 = unknown. */
export const projectEnd = (model: ScheduleModel, project: number): number =>
  at(model.projectEndOpen, project) === 1 ? 0 : at(model.projectEndMs, project)

/** Whether a bar that is being moved would end after the ship date. For other bars, the server decides what is late. */
export const endsAfterShipDate = (model: ScheduleModel, operation: number, endMs: number): boolean => {
  const due = at(model.dueMs, at(model.projectOf, operation))
  return due > 0 && endMs > due
}

export const operationStateAt = (model: ScheduleModel, operation: number): OperationState =>
  operationStates[at(model.data.operations.states, operation)] ?? 'unscheduled'

/** When the material for which an operation waits is ready; 0 = it is there, or none is awaited. */
export const awaitedMaterialMs = ({ data }: ScheduleModel, operation: number): number => {
  const ready = at(data.operations.materialReadyMs, operation)
  return ready > data.now ? ready : 0
}

export type BarTone = 'done' | 'hold' | 'late' | 'planned'

/** The tone of a bar, which decides its color. */
export const toneOf = (model: ScheduleModel, operation: number): BarTone => {
  if (hasFlag(model, operation, 'completed')) return 'done'
  if (hasFlag(model, operation, 'onHold')) return 'hold'
  return isLateState(operationStateAt(model, operation)) ? 'late' : 'planned'
}

/** Row of an operation by its id; -1 when the plan does not contain it. */
export const operationRow = (model: ScheduleModel, operationId: string | null | undefined): number =>
  operationId ? rowOfId(model.data.operations.ids, operationId) : -1
