import { eq, sql } from 'drizzle-orm'
import { unscheduledPhases } from '#contract/vocabulary.ts'
import type { MovedBehind, Moving, MovingShop } from '#domain/operations/compute-moves.ts'
import type { BusyTime, SlotRequest } from '#domain/operations/next-free-slots.ts'
import { batchFields } from '#domain/operations/transfer-batch.ts'
import { effectivePhase } from '#domain/projects/effective-phase.ts'
import { minuteMs } from '#domain/time/units.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { fieldPairs } from '../../db/field-columns.ts'
import { isCompletedSql, operationsInForce, operationsOfIds } from '../../db/operations-in-force.ts'
import { epochMs, readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { projects } from '../../db/tables/projects.table.ts'
import { ConflictError } from '../../errors.ts'
import { findMoves } from '../forecasts/refresh-forecast.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { begunAt, shownEndAt } from '../operations/planned-work.ts'
import { loadWorkingTime } from '../scheduling/load-working-time.ts'
import type { TargetRow } from './bulk-target.ts'
import { type BulkWorld, checkRows, readBulkWorld } from './bulk-world.ts'
import { presentBasis } from './plan-basis.ts'
import { datesOf, type MovingAction, movable, moveRefusal, type PlannedEdit, refusals } from './plan-edits.ts'

/** Zone, working time and work centers of the organization. */
const readMovingShop = async (ctx: TenantContext, tx: Tx): Promise<MovingShop> => {
  return {
    ...(await loadWorkingTime(tx, ctx.tenantId, ctx.app.now().getTime())),
    categories: await tx
      .select({
        categoryId: categories.categoryId,
        name: categories.name,
        capacity: categories.capacity,
        changeovers: categories.changeovers,
        shiftId: categories.shiftId,
        kind: categories.kind,
      })
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId)),
  }
}

type BusyRow = [
  operationId: string,
  projectId: string,
  categoryId: string | null,
  poolId: string | null,
  startMs: number,
  endMs: number,
  setupFamily: string,
]

/** Planned time of other operations of open projects on the work centers and pools of some operations. */
const readBusy = async (
  ctx: TenantContext,
  tx: Tx,
  moved: readonly LinkedOperation[],
  now: Date,
): Promise<BusyTime[]> => {
  const categoryIds = [...new Set(moved.flatMap(({ row }) => [row.categoryId ?? [], row.poolId ?? []].flat()))]
  if (categoryIds.length === 0) return []
  const except = new Set(moved.map(({ row }) => row.operationId))
  // No join, because a database without statistics would compare every operation with every project.
  const states = await tx
    .select({ projectId: projects.projectId, currentPhase: projects.currentPhase, status: projects.status })
    .from(projects)
    .where(eq(projects.tenantId, ctx.tenantId))
  const closed = new Set(
    states.filter((state) => unscheduledPhases.includes(effectivePhase(state))).map(({ projectId }) => projectId),
  )
  const rows = await readJson<BusyRow>(
    tx,
    sql`select json_build_array(operation_id, project_id, category_id, pool_id,
        (extract(epoch from scheduled_start_date) * 1000)::bigint, (extract(epoch from scheduled_end_date) * 1000)::bigint,
        setup_family) as r
      from ${operationsInForce(ctx.tenantId, 'all')} where (category_id = any(${sql.param(categoryIds)}::uuid[])
          or pool_id = any(${sql.param(categoryIds)}::uuid[])) and scheduled_end_date > ${now.toISOString()}::timestamptz and scheduled_start_date is not null
        and not ${isCompletedSql()}`,
  )
  return rows.flatMap(([operationId, projectId, categoryId, poolId, startMs, endMs, setupFamily]) =>
    except.has(operationId) || closed.has(projectId) ? [] : { categoryId, poolId, startMs, endMs, setupFamily },
  )
}

/** The predecessors of some operations. */
const readBehind = async (
  ctx: TenantContext,
  tx: Tx,
  moved: readonly LinkedOperation[],
): Promise<readonly MovedBehind[]> => {
  const ids = [...new Set(moved.flatMap(({ dependencies }) => dependencies.map(({ predecessorId }) => predecessorId)))]
  if (ids.length === 0) return []
  return readJson<MovedBehind>(
    tx,
    sql`select json_build_object('operationId', operation_id, 'categoryId', category_id, 'poolId', pool_id,
        'startMs', ${epochMs(begunAt)},
        'endMs', ${epochMs(shownEndAt)}, ${fieldPairs(batchFields, 'operations')},
        'isStarted', actual_start_date is not null or progress_percent > 0, 'isCompleted', ${isCompletedSql()}) as r
      from ${operationsOfIds(ctx.tenantId, ids)}`,
  )
}

/** The most urgent project first, then the earliest ship date, then the earliest planned start. */
const byUrgency = (world: BulkWorld) => (a: LinkedOperation, b: LinkedOperation) => {
  const [of, or] = [world.projects.get(a.row.projectId), world.projects.get(b.row.projectId)]
  return (
    (or?.priority ?? 0) - (of?.priority ?? 0) ||
    (of?.plannedShipDate?.getTime() ?? Infinity) - (or?.plannedShipDate?.getTime() ?? Infinity) ||
    (a.row.scheduledStartDate?.getTime() ?? Infinity) - (b.row.scheduledStartDate?.getTime() ?? Infinity) ||
    a.row.sequence - b.row.sequence ||
    (a.row.operationId < b.row.operationId ? -1 : 1)
  )
}

const requestOf = (operation: LinkedOperation, { projects: owners }: BulkWorld): SlotRequest => {
  const { row, dependencies } = operation
  const project = owners.get(row.projectId)
  const release =
    project?.productionStartDate ?? project?.engineeringReleaseDate ?? project?.customerReleaseDate ?? null
  return {
    operationId: row.operationId,
    categoryId: row.categoryId,
    poolId: row.poolId,
    setupFamily: row.setupFamily,
    ...movable(operation),
    releaseMs: Math.max(release?.getTime() ?? -Infinity, row.materialReadyDate?.getTime() ?? -Infinity),
    predecessors: dependencies.map(({ predecessorId, ...lag }) => ({
      operationId: predecessorId,
      endMs: Number.NaN,
      ...lag,
    })),
  }
}

const movingOf = async (
  ctx: TenantContext,
  tx: Tx,
  action: MovingAction,
  moved: readonly LinkedOperation[],
  now: Date,
): Promise<Moving> => {
  if (action.kind === 'rescheduleBy') return action
  if (action.kind === 'rescheduleTo') return { kind: action.kind, dayMs: dateOnlyToMs(action.date, ctx.timeZone, 0) }
  return { kind: action.kind, busy: await readBusy(ctx, tx, moved, now), behind: await readBehind(ctx, tx, moved) }
}

/** Input for computing the moves of an action. */
interface MovesAsked {
  readonly wanted: readonly TargetRow[]
  readonly action: MovingAction
  /** The instant that counts as now. */
  readonly now: Date
}

/** The edits of a moving action by operation, for one version of the plan. */
export interface PlannedMoves {
  readonly planVersion: number
  readonly edits: ReadonlyMap<string, PlannedEdit>
}

/** Computes moves in a thread, before the transaction that makes them, so that no lock is held meanwhile. */
const planMoves = async (ctx: TenantContext, { wanted, action, now }: MovesAsked): Promise<PlannedMoves> => {
  const edits = new Map<string, PlannedEdit>()
  const { planVersion, ...question } = await readTenant(ctx, async (tx) => {
    const ids = wanted.map(({ operationId }) => operationId)
    const world = await readBulkWorld(ctx, tx, ids, 'read')
    const moved = checkRows(world, wanted).rows.filter((operation) => {
      const refusal = moveRefusal(operation, world, action)
      if (refusal) edits.set(operation.row.operationId, refusal)
      return !refusal
    })
    moved.sort(byUrgency(world))
    return {
      ...(await presentBasis(ctx, tx)),
      shop: await readMovingShop(ctx, tx),
      moving: await movingOf(ctx, tx, action, moved, now),
      operations: moved.map((operation) => requestOf(operation, world)),
    }
  })
  const { shop, moving, operations } = question
  const nowMs = Math.ceil(now.getTime() / minuteMs) * minuteMs
  const moves = operations.length === 0 ? [] : await findMoves(ctx, { shop, moving, operations, nowMs })
  for (const [id, move] of moves) edits.set(id, typeof move === 'string' ? refusals[move] : { input: datesOf(move) })
  return { planVersion, edits }
}

/** The plan is not the one for which the moves were computed. */
class PlanMovedOn extends Error {}

/** Call under the lock of the organization. */
export const requireSamePlan = async (ctx: TenantContext, tx: Tx, { planVersion }: PlannedMoves): Promise<void> => {
  if ((await presentBasis(ctx, tx)).planVersion !== planVersion) throw new PlanMovedOn()
}

const mostTries = 3

/** Makes moves that were computed before. When the plan has changed meanwhile, they are computed again. 409 when it never rests. */
export const withMoves = async <T>(
  ctx: TenantContext,
  asked: MovesAsked,
  make: (moves: PlannedMoves) => Promise<T>,
): Promise<T> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      return await make(await planMoves(ctx, asked))
    } catch (error) {
      if (!(error instanceof PlanMovedOn)) throw error
    }
  }
  throw new ConflictError('Others are changing the plan right now. Try again in a moment.')
}
