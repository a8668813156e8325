import type { UnplacedReason } from '#contract/placement.ts'
import { isOutside } from '#domain/categories/category-kind.ts'
import { addWorkingDays } from '#domain/time/add-working-days.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import { valueAt } from '#domain/value-at.ts'
import { isCompleted } from '../operations/is-completed.ts'
import { hourMs } from '../time/units.ts'
import { type CenterCapacity, centerCapacity } from './center-capacity.ts'
import { CenterChangeovers, changeoversOf } from './changeovers.ts'
import { operationClassifier } from './classify-operation.ts'
import { firstMinuteMs, isStarted, lagOf, leftMs, type Predecessor } from './operation-work.ts'
import type { ScheduleMethod, ScheduleScope } from './schedule-result.ts'
import { scopeTest } from './schedule-scope.ts'
import { type ShopCalendars, shopCalendars } from './shop-calendars.ts'
import { otherPlaces, type Place } from './shop-modes.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from './shop-snapshot.ts'
import { markUnplaced } from './unplaced-operations.ts'

/** What the run may do with an operation. `kept` = outside the scope, stays in place. */
export type RunStatus = 'completed' | 'started' | 'pinned' | 'frozen' | 'kept' | 'free' | 'unplaced'

export interface ModelOperation {
  source: SnapshotOperation
  project: SnapshotProject
  /** Position in the snapshot, counted across all projects. */
  row: number
  /** Index into `model.projects`. */
  projectRow: number
  /** Index into `snapshot.categories` of the work center whose capacity it needs; -1 = none, as for outside work. */
  category: number
  /** The same index for the pool of which it needs one unit. */
  pool: number
  calendar: WorkCalendar
  status: RunStatus
  startMs: number | null
  endMs: number | null
  leftMs: number
  /** Its alternatives. */
  elsewhere: readonly Place[]
  unplaced: UnplacedReason | null
  /** Starts no earlier than this, so that a successor meets its maximum lag, or, without one, because it is planned then; null = as early as possible. */
  held: { readonly atMs: number; readonly index: number | null } | null
  predecessors: { index: number; lagMs: number; waitMs: number; leftPercent: number }[]
  /** A predecessor that does not exist in the organization. */
  unknownPredecessor: string | null
}

export interface ShopModel {
  snapshot: ShopSnapshot
  /** First full minute of the run. */
  nowMs: number
  freezeUntilMs: number
  calendars: ShopCalendars
  /** Capacity of each work center over time, by index in `snapshot.categories`. */
  capacities: readonly CenterCapacity[]
  /** Changeovers of each work center; null = none. */
  setups: readonly (CenterChangeovers | null)[]
  /** Sorted by id. */
  projects: SnapshotProject[]
  /** Sorted by project id, sequence, operation id, so the order of the input does not matter. */
  operations: ModelOperation[]
  inScope: (project: SnapshotProject) => boolean
  method: ScheduleMethod
}

/** A scheduled operation as its successors see it; null if it has no end. */
export const predecessorOf = ({ operations }: Pick<ShopModel, 'operations'>, index: number): Predecessor | null => {
  const { source, calendar, startMs, endMs } = valueAt(operations, index)
  if (endMs === null) return null
  const wholeMs = (): number => {
    if (isStarted(source)) return Math.round(source.durationHours * hourMs)
    return calendar.toWork(endMs) - calendar.toWork(startMs ?? endMs)
  }
  return { calendar, startMs: startMs ?? endMs, endMs, wholeMs }
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const historyLimitMs = 20 * 365 * 86_400_000

/** Earliest instant that the calendars must cover: before all starts and ends from which a lag may count. */
const calendarStartMs = (snapshot: ShopSnapshot): number => {
  let first = snapshot.nowMs
  for (const { operations } of snapshot.projects) {
    for (const { actualStartMs, actualEndMs, scheduledStartMs } of operations) {
      const actualMs = actualEndMs ?? actualStartMs
      if (actualMs !== null && actualMs < first) first = actualMs
      if (scheduledStartMs !== null && scheduledStartMs < first) first = scheduledStartMs
    }
  }
  return Math.max(first, snapshot.nowMs - historyLimitMs) - 86_400_000
}

/** A longer planned duration is treated as a mistake. */
const longestPlannedMs = 2 * 365 * 86_400_000

/**
 * Work of an operation according to its plan, in ms. A planner who plans more time than its hours need (two weeks at a
 * supplier, a slow start) expects it to end then. Time that has passed is used up.
 */
const plannedWorkMs = (source: SnapshotOperation, calendar: WorkCalendar, nowMs: number): number => {
  const { scheduledStartMs: start, scheduledEndMs: end } = source
  if (start === null || end === null || !(end > start) || end - start > longestPlannedMs) {
    return leftMs(source)
  }
  const hours = leftMs(source)
  return Number.isNaN(hours) ? hours : Math.max(hours, calendar.toWork(end) - calendar.toWork(Math.max(start, nowMs)))
}

/** A snapshot with its operations sorted and linked, before they are classified. */
type ReadShop = Omit<ShopModel, 'method'>

export const readShop = (given: ShopSnapshot, scope: ScheduleScope): ReadShop => {
  // The order of alternatives breaks ties.
  const categories = given.categories.toSorted((a, b) => byText(a.categoryId, b.categoryId))
  const snapshot = { ...given, categories }
  const calendars = shopCalendars(snapshot, calendarStartMs(snapshot))
  const capacities = snapshot.categories.map((center) => {
    const calendar = calendars.byCategory.get(center.categoryId) ?? calendars.standard
    const hasSetups = changeoversOf(center).length > 0
    return centerCapacity(
      hasSetups ? { ...center, capacity: 1 } : center,
      calendar,
      hasSetups ? [] : snapshot.capacitySpans,
    )
  })
  const setups = snapshot.categories.map((center) => {
    const changeovers = changeoversOf(center)
    return changeovers.length > 0 ? new CenterChangeovers(changeovers) : null
  })
  return {
    snapshot,
    nowMs: firstMinuteMs(snapshot.nowMs),
    freezeUntilMs: addWorkingDays(snapshot.nowMs, snapshot.freezeWorkingDays, calendars.standard),
    calendars,
    capacities,
    setups,
    ...linkedOperations(snapshot, calendars),
    inScope: scopeTest(scope),
  }
}

/**
 * Classifies each operation: it may be placed, keeps its dates, or cannot be placed, with the reason. A shop may be
 * classified again for another method, which clears what the previous run wrote.
 */
export const judged = (shop: ReadShop, method: ScheduleMethod): ShopModel => {
  const model = { ...shop, method }
  const { operations, nowMs } = model
  const classify = operationClassifier(model)
  for (const operation of operations) {
    const { source, calendar } = operation
    operation.leftMs = leftMs(source)
    const verdict = classify(operation)
    if (method === 'keepSequence' && verdict.status === 'free') {
      operation.leftMs = plannedWorkMs(source, calendar, nowMs)
    }
    operation.status = verdict.status
    operation.startMs = verdict.startMs
    operation.endMs = verdict.endMs
    operation.unplaced = verdict.unplaced
    operation.held = null
  }
  markUnplaced(operations)
  return model
}

export const shopModel = (
  snapshot: ShopSnapshot,
  scope: ScheduleScope,
  method: ScheduleMethod = 'optimize',
): ShopModel => judged(readShop(snapshot, scope), method)

/** Indexes of a project's operations, by sequence. */
const bySequence = ({ operations }: SnapshotProject): readonly number[] =>
  operations
    .map((_, index) => index)
    .sort((i, j) => {
      const [a, b] = [valueAt(operations, i), valueAt(operations, j)]
      return a.sequence - b.sequence || byText(a.operationId, b.operationId)
    })

const linkedOperations = (
  snapshot: ShopSnapshot,
  calendars: ShopCalendars,
): Pick<ShopModel, 'projects' | 'operations'> => {
  const categories = new Map(
    snapshot.categories.map((center, index) => [center.categoryId, isOutside(center) ? -1 : index]),
  )
  let row = 0
  const projects = snapshot.projects
    .map((project) => {
      const first = row
      row += project.operations.length
      return { project, first, order: bySequence(project) }
    })
    .sort((a, b) => byText(a.project.projectId, b.project.projectId))
  const sources = projects.flatMap(({ project, order }) => order.map((index) => valueAt(project.operations, index)))
  const indexOf = indexByIdOf(sources)
  const operations: ModelOperation[] = []
  const choosable = new Set(
    snapshot.categories.flatMap((center) => (changeoversOf(center).length > 0 ? [] : center.categoryId)),
  )
  /** A run chooses only work centers of the shop without changeovers. */
  const placeAt = (categoryId: string) => {
    const category = categories.get(categoryId) ?? -1
    const calendar = calendars.byCategory.get(categoryId) ?? calendars.standard
    return category < 0 || !choosable.has(categoryId) ? null : { category, calendar }
  }
  for (const [projectRow, { project, first, order }] of projects.entries()) {
    for (const index of order) {
      const source = valueAt(sources, operations.length)
      const { categoryId, poolId } = source
      const category = categoryId === null ? -1 : (categories.get(categoryId) ?? -1)
      const pool = poolId ? (categories.get(poolId) ?? -1) : -1
      const links = linksOf(source, operations.length, sources, indexOf)
      operations.push({
        source,
        project,
        row: first + index,
        projectRow,
        category,
        pool,
        calendar: calendars.of(categoryId, poolId),
        status: 'free',
        startMs: null,
        endMs: null,
        leftMs: 0,
        // Work that needs a pool stays at its work center.
        elsewhere: pool < 0 ? otherPlaces(source, placeAt) : [],
        unplaced: null,
        held: null,
        predecessors: links.predecessors,
        unknownPredecessor: links.unknownPredecessor,
      })
    }
  }
  return { projects: projects.map(({ project }) => project), operations }
}

/** Number of preceding operations that are searched before the full index. */
const nearby = 64

/** Finds the index of a predecessor by its id. Most precede their successor immediately. */
const indexByIdOf = (sources: readonly SnapshotOperation[]) => {
  let all: ReadonlyMap<string, number> | undefined
  return (id: string, before: number): number | undefined => {
    for (let index = before - 1; index >= Math.max(0, before - nearby); index--)
      if (sources[index]?.operationId === id) return index
    all ??= new Map(sources.map(({ operationId }, index) => [operationId, index]))
    return all.get(id)
  }
}

/**
 * The links of an operation, in model order. Of several links to the same operation, the longest lag counts. A
 * completed predecessor has ended, whatever the overlap.
 */
const linksOf = (
  { dependencies }: SnapshotOperation,
  at: number,
  sources: readonly SnapshotOperation[],
  indexOf: ReturnType<typeof indexByIdOf>,
): Pick<ModelOperation, 'predecessors' | 'unknownPredecessor'> => {
  const predecessors: ModelOperation['predecessors'] = []
  let unknownPredecessor: string | null = null
  for (const dependency of dependencies) {
    const { operationId } = dependency
    const index = indexOf(operationId, at)
    if (index === undefined) {
      if (unknownPredecessor === null || operationId < unknownPredecessor) unknownPredecessor = operationId
      continue
    }
    const { lagMs, waitMs, leftPercent: overlap } = lagOf(dependency)
    const leftPercent = overlap > 0 && isCompleted(valueAt(sources, index)) ? 0 : overlap
    const known = predecessors.find(
      (other) => other.index === index && other.waitMs > 0 === waitMs > 0 && other.leftPercent === leftPercent,
    )
    if (known) {
      known.lagMs = Math.max(known.lagMs, lagMs)
      known.waitMs = Math.max(known.waitMs, waitMs)
    } else predecessors.push({ index, lagMs, waitMs, leftPercent })
  }
  if (predecessors.length > 1)
    predecessors.sort((a, b) => a.index - b.index || a.waitMs - b.waitMs || a.leftPercent - b.leftPercent)
  // A list that was pushed to has spare capacity. Shops have many of these lists, so copy each to its exact size.
  return { predecessors: predecessors.slice(), unknownPredecessor }
}
