import type { UnplacedReason } from '#contract/placement.ts'
import { addWorkingDays } from '#domain/time/add-working-days.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { type CenterCapacity, centerCapacity } from './center-capacity.ts'
import { operationClassifier } from './classify-operation.ts'
import { firstMinuteMs, isStarted, lagOf, leftMs } from './operation-work.ts'
import type { ScheduleMethod, ScheduleScope } from './schedule-result.ts'
import { scopeTest } from './schedule-scope.ts'
import { type ShopCalendars, shopCalendars } from './shop-calendars.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from './shop-snapshot.ts'
import { markUnplaced } from './unplaced-operations.ts'

/** What the run may do with an operation. `kept` = outside the scope, stays where it is. */
export type RunStatus = 'completed' | 'started' | 'pinned' | 'frozen' | 'kept' | 'free' | 'unplaced'

export interface ModelOperation {
  source: SnapshotOperation
  project: SnapshotProject
  /** Position in the snapshot, counted through all projects. */
  row: number
  /** Index into `model.projects`. */
  projectRow: number
  /** Index into `snapshot.categories`, -1 = none. */
  category: number
  calendar: WorkCalendar
  status: RunStatus
  startMs: number | null
  endMs: number | null
  leftMs: number
  unplaced: UnplacedReason | null
  predecessors: { index: number; lagMs: number; waitMs: number }[]
  /** A predecessor that does not exist in the organization. */
  unknownPredecessor: string | null
}

export interface ShopModel {
  snapshot: ShopSnapshot
  /** First full minute of the run. */
  nowMs: number
  freezeUntilMs: number
  calendars: ShopCalendars
  /** What each work center runs at once over time, by its index in `snapshot.categories`. */
  capacities: readonly CenterCapacity[]
  /** Sorted by id. */
  projects: SnapshotProject[]
  /** Sorted by project id, sequence, operation id: the input's order never decides. */
  operations: ModelOperation[]
  inScope: (project: SnapshotProject) => boolean
  method: ScheduleMethod
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const historyLimitMs = 20 * 365 * 86_400_000

/** Earliest instant that the calendars must cover: before all ends from which a lag may count. */
const calendarStartMs = (snapshot: ShopSnapshot): number => {
  let first = snapshot.nowMs
  for (const { operations } of snapshot.projects) {
    for (const { actualEndMs, scheduledStartMs } of operations) {
      if (actualEndMs !== null && actualEndMs < first) first = actualEndMs
      if (scheduledStartMs !== null && scheduledStartMs < first) first = scheduledStartMs
    }
  }
  return Math.max(first, snapshot.nowMs - historyLimitMs) - 86_400_000
}

/** A longer planned duration of an operation counts as a mistake. */
const longestPlannedMs = 2 * 365 * 86_400_000

/**
 * Work of an operation according to its plan, in ms: a planner who plans more time than its hours need (two weeks at a supplier,
 * a slow start) wants it to end then. Time that has passed is used up. Started work continues by its hours.
 */
const plannedWorkMs = (source: SnapshotOperation, calendar: WorkCalendar, nowMs: number): number => {
  const { scheduledStartMs: start, scheduledEndMs: end } = source
  if (start === null || end === null || isStarted(source) || !(end > start) || end - start > longestPlannedMs) {
    return leftMs(source)
  }
  const hours = leftMs(source)
  return Number.isNaN(hours) ? hours : Math.max(hours, calendar.toWork(end) - calendar.toWork(Math.max(start, nowMs)))
}

/** Reads a snapshot: which operations may be placed, which keep their dates, and which cannot be placed, and why. */
export const shopModel = (
  snapshot: ShopSnapshot,
  scope: ScheduleScope,
  method: ScheduleMethod = 'optimize',
): ShopModel => {
  const nowMs = firstMinuteMs(snapshot.nowMs)
  const calendars = shopCalendars(snapshot, calendarStartMs(snapshot))
  const freezeUntilMs = addWorkingDays(snapshot.nowMs, snapshot.freezeWorkingDays, calendars.standard)
  const { projects, operations } = linkedOperations(snapshot, calendars)
  const capacities = snapshot.categories.map((center) => {
    const calendar = calendars.byCategory.get(center.categoryId) ?? calendars.standard
    return centerCapacity(center, calendar, snapshot.capacitySpans)
  })
  const inScope = scopeTest(scope)
  return judged({ snapshot, nowMs, freezeUntilMs, calendars, capacities, projects, operations, inScope, method })
}

/** The same shop for a run that follows its plan. Takes less time than reading the snapshot again. */
export const followingModel = (model: ShopModel): ShopModel =>
  judged({ ...model, method: 'keepSequence', operations: model.operations.map((operation) => ({ ...operation })) })

/** Writes into each operation what the run may do with it. */
const judged = (model: ShopModel): ShopModel => {
  const { operations, method, nowMs } = model
  const classify = operationClassifier(model)
  for (const operation of operations) {
    const { source, calendar } = operation
    operation.leftMs = method === 'keepSequence' ? plannedWorkMs(source, calendar, nowMs) : leftMs(source)
    const verdict = classify(operation)
    operation.status = verdict.status
    operation.startMs = verdict.startMs
    operation.endMs = verdict.endMs
    operation.unplaced = verdict.unplaced
  }
  markUnplaced(operations)
  return model
}

/** The operations of a project by sequence, and their positions in its list. */
const bySequence = ({ operations }: SnapshotProject): readonly (readonly [SnapshotOperation, number])[] =>
  operations
    .map((source, index) => [source, index] as const)
    .sort(([a], [b]) => a.sequence - b.sequence || byText(a.operationId, b.operationId))

const linkedOperations = (
  snapshot: ShopSnapshot,
  calendars: ShopCalendars,
): Pick<ShopModel, 'projects' | 'operations'> => {
  const categories = new Map(snapshot.categories.map(({ categoryId }, index) => [categoryId, index]))
  let row = 0
  const projects = snapshot.projects
    .map((project) => {
      const first = row
      row += project.operations.length
      return { project, first }
    })
    .sort((a, b) => byText(a.project.projectId, b.project.projectId))
  const operations: ModelOperation[] = []
  for (const [projectRow, { project, first }] of projects.entries()) {
    for (const [source, index] of bySequence(project)) {
      const { categoryId } = source
      const category = categoryId === null ? -1 : (categories.get(categoryId) ?? -1)
      const own = categoryId === null ? undefined : calendars.byCategory.get(categoryId)
      operations.push({
        source,
        project,
        row: first + index,
        projectRow,
        category,
        calendar: own ?? calendars.standard,
        status: 'free',
        startMs: null,
        endMs: null,
        leftMs: 0,
        unplaced: null,
        predecessors: [],
        unknownPredecessor: null,
      })
    }
  }
  const indexOf = indexByIdOf(operations)
  for (const [index, operation] of operations.entries()) link(operation, index, indexOf)
  return { projects: projects.map(({ project }) => project), operations }
}

/** So far back a predecessor is looked for before all operations are. */
const nearby = 16

/** Finds the index of a predecessor by its id. Most stand right before the operation that waits for them. */
const indexByIdOf = (operations: readonly ModelOperation[]) => {
  let all: ReadonlyMap<string, number> | undefined
  return (id: string, before: number): number | undefined => {
    for (let index = before - 1; index >= Math.max(0, before - nearby); index--)
      if (operations[index]?.source.operationId === id) return index
    all ??= new Map(operations.map(({ source }, index) => [source.operationId, index]))
    return all.get(id)
  }
}

const link = (operation: ModelOperation, at: number, indexOf: ReturnType<typeof indexByIdOf>): void => {
  const links = operation.predecessors
  for (const dependency of operation.source.dependencies) {
    const { operationId } = dependency
    const index = indexOf(operationId, at)
    if (index === undefined) {
      const known = operation.unknownPredecessor
      if (known === null || operationId < known) operation.unknownPredecessor = operationId
      continue
    }
    const { lagMs, waitMs } = lagOf(dependency)
    const known = links.find((other) => other.index === index && other.waitMs > 0 === waitMs > 0)
    if (known) {
      known.lagMs = Math.max(known.lagMs, lagMs)
      known.waitMs = Math.max(known.waitMs, waitMs)
    } else links.push({ index, lagMs, waitMs })
  }
  if (links.length > 1) links.sort((a, b) => a.index - b.index)
}
