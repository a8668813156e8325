import { type OperationState, operationStates } from '#contract/operation-outlook.ts'
import { type CompactSchedule, operationFlag } from '#contract/schedule.ts'
import { isNotPlaced } from '#domain/forecast/operation-words.ts'
import { changeoversOfPlan, type PlannedChangeover } from '#domain/schedule/changeovers-of-plan.ts'
import { indexLinks } from '#domain/schedule/link-index.ts'
import { hasFlag, type MovablePlan } from '#domain/schedule/movable-plan.ts'
import { KnownOpenTime } from '#domain/time/known-open-time.ts'
import { isLateState } from '#web/components/operation-marks/operation-state.ts'
import { at } from './at.ts'

/** The plan in typed columns, with values derived from it once. Times in epoch ms, 0 = none. */
export interface ScheduleModel extends MovablePlan {
  readonly projectCount: number
  readonly projectOf: Int32Array
  readonly firstOperation: Int32Array
  readonly dueMs: Float64Array
  readonly projectStartMs: Float64Array
  readonly projectEndMs: Float64Array
  /** 1 = the project has open work and none of it is scheduled, so its end is unknown. */
  readonly projectEndOpen: Uint8Array
  /** Number of scheduled open operations, and of their projects. Completed and cancelled work is not counted. */
  readonly placedOperations: number
  readonly placedProjects: number
  /** Whether any operation waits for material. */
  readonly awaitsMaterial: boolean
  /** The changeovers of the plan, by the operation that each prepares. */
  readonly changeovers: ReadonlyMap<number, PlannedChangeover>
  /** Number of unscheduled operations by `isNotPlaced`. */
  readonly unplacedOperations: number
}

/** Builds the columns; linear in operations and links. */
export const buildModel = (data: CompactSchedule): ScheduleModel => {
  const { projects, operations, links } = data
  const operationCount = operations.ids.length
  const projectCount = projects.ids.length
  const firstOperation = new Int32Array(projects.firstOperation)
  const startMs = new Float64Array(operations.startMs)
  const endMs = new Float64Array(operations.endMs)
  const flags = new Uint8Array(operations.flags)
  const projectOf = new Int32Array(operationCount)
  const projectStartMs = new Float64Array(projectCount)
  const projectEndMs = new Float64Array(projectCount)
  const projectEndOpen = new Uint8Array(projectCount)
  let placedOperations = 0
  let placedProjects = 0
  let unplacedOperations = 0
  for (let project = 0; project < projectCount; project++) {
    let start = Number.POSITIVE_INFINITY
    let end = 0
    let unplaced = 0
    let openPlaced = 0
    const projectOpen = at(projects.flags, project) === 0
    for (let op = at(firstOperation, project); op < at(firstOperation, project + 1); op++) {
      projectOf[op] = project
      const completed = (at(flags, op) & operationFlag.completed) !== 0
      const unplacedByRun = !completed && (at(flags, op) & operationFlag.unplaced) !== 0
      // Of work that was reported as completed, only the end may be known.
      if (completed && at(startMs, op) === 0) startMs[op] = at(endMs, op)
      if (at(startMs, op) === 0 || at(endMs, op) === 0 || unplacedByRun) {
        startMs[op] = 0
        endMs[op] = 0
        if (!completed) unplaced++
        if (isNotPlaced({ completed, projectOpen, plannedEndMs: null })) unplacedOperations++
        continue
      }
      if (!completed) openPlaced++
      start = Math.min(start, at(startMs, op))
      end = Math.max(end, at(endMs, op))
    }
    if (unplaced > 0 && openPlaced === 0) projectEndOpen[project] = 1
    if (projectOpen && openPlaced > 0) {
      placedOperations += openPlaced
      placedProjects++
    }
    if (end === 0) continue
    projectStartMs[project] = start
    projectEndMs[project] = end
  }
  const [from, to] = [new Int32Array(links.from), new Int32Array(links.to)]
  const model = {
    data,
    operationCount,
    projectCount,
    projectOf,
    firstOperation,
    startMs,
    endMs,
    flags,
    dueMs: new Float64Array(projects.dueMs),
    projectStartMs,
    projectEndMs,
    projectEndOpen,
    successors: indexLinks(operationCount, from, to),
    predecessors: indexLinks(operationCount, to, from),
    calendars: data.calendars.map(({ open }) => new KnownOpenTime(open, data.from, data.to)),
    placedOperations,
    placedProjects,
    awaitsMaterial: operations.materialMs.some((ms) => ms > data.now),
    unplacedOperations,
  }
  return { ...model, changeovers: changeoversOfPlan(model) }
}

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
  const ready = at(data.operations.materialMs, operation)
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
  operationId ? model.data.operations.ids.indexOf(operationId) : -1
