import { isCompleted } from '../operations/is-completed.ts'
import { storedStartMs } from './operation-work.ts'
import type { ScheduledOperation } from './schedule-result.ts'
import type { ShopSnapshot, SnapshotOperation } from './shop-snapshot.ts'

/** The dates of an operation in a plan, in epoch ms; null = none. */
interface Dates {
  readonly startMs: number | null
  readonly endMs: number | null
}

/** The dates and, for an operation with alternatives, the work center that a plan stores. */
export interface PlannedPlace extends Dates {
  readonly categoryId?: string | undefined
}

/**
 * The dates that a plan stores for an operation. Finished work keeps its planned dates, and started work its planned
 * start unless it started earlier (`storedStartMs`).
 */
export const datesToStore = (operation: SnapshotOperation, { startMs, endMs }: Dates): Dates =>
  isCompleted(operation)
    ? { startMs: operation.scheduledStartMs, endMs: operation.scheduledEndMs }
    : { startMs: startMs === null ? null : storedStartMs(operation, startMs), endMs }

/**
 * The one definition of "moved": applying a plan changes the stored dates or the work center of an operation. `present`
 * is the operation in the current plan.
 */
export const isMoved = (
  present: SnapshotOperation | undefined,
  { startMs, endMs, categoryId }: PlannedPlace,
): boolean =>
  present?.scheduledStartMs !== startMs ||
  present.scheduledEndMs !== endMs ||
  (categoryId !== undefined && present.categoryId !== categoryId)

export const operationsById = ({ projects }: ShopSnapshot): Map<string, SnapshotOperation> =>
  new Map(projects.flatMap(({ operations }) => operations.map((operation) => [operation.operationId, operation])))

export interface PlanMoves {
  readonly movedIds: ReadonlySet<string>
  /** Number of moved operations that were behind plan and get forecast dates. */
  readonly movedAsForecast: number
  /** Number of moved operations by project, for projects with at least one. */
  readonly byProject: ReadonlyMap<string, number>
  /** Work centers of the moved operations, before and after; null = operations without one. */
  readonly workCenterIds: ReadonlySet<string | null>
}

interface TakenOver {
  /** The shop with the current plan. */
  readonly present: ShopSnapshot
  /** The shop of the new plan, which may differ in hours or progress. */
  readonly changed: ShopSnapshot
  readonly planned: readonly ScheduledOperation[]
  /** The dates of an operation in the forecast of the current shop. */
  readonly forecastOf: (operationId: string) => Dates | undefined
  /** Whether applying the plan writes this operation; others keep their stored dates. */
  readonly isWritten?: ((operation: ScheduledOperation) => boolean) | undefined
}

/** The operations that move when a plan is applied. */
export const planMoves = ({ present, changed, planned, forecastOf, isWritten }: TakenOver): PlanMoves => {
  const presentById = operationsById(present)
  const changedById = changed === present ? presentById : operationsById(changed)
  const movedIds = new Set<string>()
  const byProject = new Map<string, number>()
  const workCenterIds = new Set<string | null>()
  let movedAsForecast = 0
  for (const operation of planned) {
    const { operationId, projectId, categoryId } = operation
    const source = changedById.get(operationId)
    if (!source || isWritten?.(operation) === false) continue
    const was = presentById.get(operationId)
    const place = { ...datesToStore(source, operation), categoryId }
    if (!isMoved(was, place)) continue
    movedIds.add(operationId)
    byProject.set(projectId, (byProject.get(projectId) ?? 0) + 1)
    for (const place of [was, source]) if (place) workCenterIds.add(place.categoryId)
    if (categoryId !== undefined) workCenterIds.add(categoryId)
    const forecast = forecastOf(operationId)
    const isElsewhere = categoryId !== undefined && was?.categoryId !== categoryId
    if (!isElsewhere && forecast?.startMs === operation.startMs && forecast.endMs === operation.endMs) movedAsForecast++
  }
  return { movedIds, movedAsForecast, byProject, workCenterIds }
}
