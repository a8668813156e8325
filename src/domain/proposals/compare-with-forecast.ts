import { listedMoves, type PlanReach } from '#contract/proposals.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { followShop } from '#domain/scheduling/followed-shop.ts'
import { isStarted } from '#domain/scheduling/operation-work.ts'
import { type PlanMoves, planMoves } from '#domain/scheduling/plan-moves.ts'
import { type ComparedPlan, type ProjectEffect, projectEffects } from '#domain/scheduling/project-effects.ts'
import type { ScheduledOperation, ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { isActive } from '#domain/scheduling/schedule-scope.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { neverStop, type ShouldStop } from '#domain/scheduling/stopped.ts'
import { valueAt } from '#domain/value-at.ts'
import { type ComparedLoads, compareLoads } from './compare-loads.ts'

/** An operation whose start or end differs from the forecast; null = unscheduled. */
export interface OperationMove {
  readonly operationId: string
  readonly projectId: string
  readonly startBeforeMs: number | null
  readonly endBeforeMs: number | null
  readonly startAfterMs: number | null
  readonly endAfterMs: number | null
}

/** A plan compared with the forecast without the changes of a proposal. */
export interface ComparedResult extends ScheduleResult, ComparedLoads {
  /** Moved operations whose dates differ from the forecast, furthest moves first. */
  readonly moves: readonly OperationMove[]
  readonly reach: PlanReach
  /** Open operations that the current plan leaves without dates (`isNotPlaced`). */
  readonly unplacedBefore: number
  /** Current capacity of each work center whose capacity changes, by id. */
  readonly capacitiesBefore: Readonly<Record<string, number>>
}

export { followShop as followPlan }

const comparedPlan = (snapshot: ShopSnapshot, { operations }: Pick<ScheduleResult, 'operations'>): ComparedPlan => {
  const sources = snapshot.projects.flatMap((project, projectRow) =>
    project.operations.map((source) => ({ source, projectRow })),
  )
  return {
    snapshot,
    projects: snapshot.projects,
    inScope: () => true,
    operations: sources.map(({ source, projectRow }, row) => {
      const { startMs, endMs } = valueAt(operations, row)
      const isPlaced = startMs !== null || endMs !== null
      const open = isStarted(source) ? 'started' : 'free'
      const status = isCompleted(source) ? 'completed' : isPlaced ? open : 'unplaced'
      return { projectRow, source, status, startMs, endMs }
    }),
  }
}

/** How far an operation moves. One that becomes scheduled or unscheduled counts as the furthest. */
const distance = ({ endBeforeMs, endAfterMs, startBeforeMs, startAfterMs }: OperationMove): number => {
  if (endBeforeMs === null || endAfterMs === null || startBeforeMs === null || startAfterMs === null) return Infinity
  return Math.max(Math.abs(endAfterMs - endBeforeMs), Math.abs(startAfterMs - startBeforeMs))
}

const movesOf = (
  snapshot: ShopSnapshot,
  before: readonly ScheduledOperation[],
  after: readonly ScheduledOperation[],
): OperationMove[] => {
  const completed = new Set(
    snapshot.projects.flatMap(({ operations }) => operations.filter(isCompleted).map(({ operationId }) => operationId)),
  )
  const placedBefore = new Map(before.map((operation) => [operation.operationId, operation]))
  const moves = after.flatMap(({ operationId, projectId, startMs, endMs }) => {
    const { startMs: wasStartMs, endMs: wasEndMs } = placedBefore.get(operationId) ?? { startMs: null, endMs: null }
    if (completed.has(operationId) || (wasStartMs === startMs && wasEndMs === endMs)) return []
    const dates = { startBeforeMs: wasStartMs, endBeforeMs: wasEndMs, startAfterMs: startMs, endAfterMs: endMs }
    return [{ operationId, projectId, ...dates }]
  })
  const far = new Map(moves.map((move) => [move, distance(move)]))
  const furtherFirst = (a: OperationMove, b: OperationMove): number => {
    const [one, other] = [far.get(a) ?? 0, far.get(b) ?? 0]
    return one === other ? (a.operationId < b.operationId ? -1 : 1) : other - one
  }
  return moves.sort(furtherFirst)
}

type IsWritten = (operation: ScheduledOperation) => boolean

const movesBetween = (
  present: ShopSnapshot,
  forecast: ScheduleResult,
  changed: ShopSnapshot,
  { operations: planned }: ScheduleResult,
  isWritten?: IsWritten,
): PlanMoves => {
  const byId = new Map(forecast.operations.map((operation) => [operation.operationId, operation]))
  return planMoves({ present, changed, planned, isWritten, forecastOf: (operationId) => byId.get(operationId) })
}

/** Effects on projects of a plan for the changed shop `after`, compared with the forecast of the unchanged one, worst first. */
export const effectsBetween = (
  snapshot: ShopSnapshot,
  forecast: ScheduleResult,
  after: ShopSnapshot,
  result: ScheduleResult,
  moves: Pick<PlanMoves, 'byProject'> = movesBetween(snapshot, forecast, after, result),
): ProjectEffect[] => projectEffects(comparedPlan(snapshot, forecast), comparedPlan(after, result), moves)

const countUnplaced = ({ projects }: ShopSnapshot): number =>
  projects.filter(isActive).reduce((sum, { operations }) => {
    const unplaced = operations.filter((one) => one.scheduledEndMs === null && !isCompleted(one))
    return sum + unplaced.length
  }, 0)

const changedCapacities = (before: ShopSnapshot, after: ShopSnapshot): Record<string, number> => {
  const later = new Map(after.categories.map(({ categoryId, capacity }) => [categoryId, capacity]))
  const changed = before.categories.filter(
    ({ categoryId, capacity }) => (later.get(categoryId) ?? capacity) !== capacity,
  )
  return Object.fromEntries(changed.map(({ categoryId, capacity }) => [categoryId, capacity]))
}

/**
 * What a plan for the changed shop `after` means for projects and operations, compared with following the plan of the unchanged shop. On
 * the day a plan is made it equals its forecast, so this is also what the forecast will say once it is applied. `isWritten`: which
 * operations get their dates when the plan is applied, if not all. Throws `StoppedError`.
 */
export const compareWithForecast = (
  snapshot: ShopSnapshot,
  after: ShopSnapshot,
  result: ScheduleResult,
  shouldStop: ShouldStop = neverStop,
  isWritten?: IsWritten,
): ComparedResult => {
  const forecast = followShop(snapshot, shouldStop)
  const taken = movesBetween(snapshot, forecast, after, result, isWritten)
  const moves = movesOf(after, forecast.operations, result.operations)
  const starts = moves.flatMap(({ startBeforeMs, startAfterMs }) => [
    startBeforeMs ?? Infinity,
    startAfterMs ?? Infinity,
  ])
  const plans = [
    { snapshot, operations: forecast.operations },
    { snapshot: after, operations: result.operations },
  ] as const
  return {
    ...result,
    ...compareLoads(
      ...plans,
      starts.reduce((first, startMs) => Math.min(first, startMs), Infinity),
    ),
    before: forecast.before,
    effects: effectsBetween(snapshot, forecast, after, result, taken),
    moves: moves.filter(({ operationId }) => taken.movedIds.has(operationId)).slice(0, listedMoves),
    reach: { projects: taken.byProject.size, workCenterIds: [...taken.workCenterIds] },
    movedOperations: taken.movedIds.size,
    movedAsForecast: taken.movedAsForecast,
    unplacedBefore: countUnplaced(snapshot),
    capacitiesBefore: changedCapacities(snapshot, after),
  }
}
