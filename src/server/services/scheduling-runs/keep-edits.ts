import { type SQL, sql } from 'drizzle-orm'
import type { ShopSnapshot, SnapshotOperation } from '#domain/scheduling/shop-snapshot.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationsAmong, planInForce } from '../../db/operations-in-force.ts'
import { epochMs, instantOf } from '../../db/read-json.ts'
import type { LoadedShop } from '../scheduling/load-shop.ts'
import { copyPlacements, mostInPlace } from './run-moves.ts'

/** The shop from which a plan was computed. */
export type ComputedOn = Pick<LoadedShop, 'snapshot' | 'planVersion' | 'changeNumber' | 'planId'>

/** Servers disagree about the time by less than this, and no write takes longer. */
const clockMarginMs = 5 * 60_000

interface PlacementRow extends Record<string, unknown> {
  readonly operationId: string
  readonly startMs: string | null
  readonly endMs: string | null
  /** Where it runs, if it may run at several work centers. */
  readonly categoryId: string | null
  /** As `isHeld`. */
  readonly held: boolean
}

/** Whether a planner or its begin holds an operation where it is: at its start, or at one of its work centers. */
const isHeld = ({ pinned, alternatives, categoryFixed, actualStartMs }: SnapshotOperation): boolean =>
  pinned || (alternatives !== undefined && (categoryFixed === true || actualStartMs !== null))

const msOf = (text: string | null): number | null => (text === null ? null : Number(text))

/**
 * Operations that people may have moved or pinned since, by the history: those that they edited, and those of small runs that
 * they reverted. Forecasts touch many more projects meanwhile, but move nothing.
 */
const editedSince = (tenantId: string, sinceMs: number): SQL => {
  const ofHistory = (entity: 'operation' | 'schedulingRun') => sql`h.tenant_id = ${tenantId} and h.entity = ${entity}
    and h.at >= ${instantOf(sinceMs)}`
  return sql`(select h.entity_id as id from history_entries h where ${ofHistory('operation')}
    union select p.operation_id from history_entries h
      join plans n on n.tenant_id = h.tenant_id and n.plan_id = h.entity_id and n.size <= ${mostInPlace}
      join placements p on p.tenant_id = n.tenant_id and p.plan_id = n.plan_id
      where ${ofHistory('schedulingRun')})`
}

/** Operations that people have added, moved or held since the plan was computed. */
const movedSince = async (ctx: TenantContext, tx: Tx, { nowMs, projects }: ShopSnapshot): Promise<string[]> => {
  const { rows } = await tx.execute<PlacementRow>(sql`
    select operation_id as "operationId", case when alternatives <> '[]' then category_id end as "categoryId",
      pinned or (alternatives <> '[]' and (category_fixed or actual_start_date is not null)) as held,
      ${epochMs(sql`scheduled_start_date`)}::text as "startMs", ${epochMs(sql`scheduled_end_date`)}::text as "endMs"
    from ${operationsAmong(ctx.tenantId, editedSince(ctx.tenantId, nowMs - clockMarginMs))}`)
  const wanted = new Set(rows.map(({ operationId }) => operationId))
  const known = new Map<string, SnapshotOperation>()
  for (const { operations } of projects)
    for (const operation of operations)
      if (wanted.has(operation.operationId)) known.set(operation.operationId, operation)
  return rows
    .filter(({ operationId, startMs, endMs, held, categoryId }) => {
      const before = known.get(operationId)
      if (!before || (held && !isHeld(before)) || (categoryId ?? before.categoryId) !== before.categoryId) return true
      return before.scheduledStartMs !== msOf(startMs) || before.scheduledEndMs !== msOf(endMs)
    })
    .map(({ operationId }) => operationId)
}

/**
 * Copies the operations that people have added, moved or held since the plan of a run was computed into that plan, as if they had done it
 * right after the plan came in force. All their other edits are part of no plan. The organization must be locked.
 */
export const keepEdits = async (ctx: TenantContext, tx: Tx, runId: string, { snapshot }: ComputedOn): Promise<void> => {
  const moved = await movedSince(ctx, tx, snapshot)
  // A run without changes has no plan.
  const only = sql`operation_id = any(${sql.param(moved)}::uuid[])
    and exists (select from plans where tenant_id = ${ctx.tenantId} and plan_id = ${runId})`
  await copyPlacements(ctx, tx, { from: planInForce(ctx.tenantId), to: runId, only })
}
