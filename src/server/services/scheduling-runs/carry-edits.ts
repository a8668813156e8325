import { eq, sql } from 'drizzle-orm'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readShopDifference } from '../../db/shop-changes.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { planInForce } from './operations-in-force.ts'

/** What a plan was computed on. */
export interface PlanBasis {
  readonly snapshot: ShopSnapshot
  /** `tenants.change_number` and the plan in force before the first row of it was read. */
  readonly changeNumber: number
  readonly planId: string
}

/** Where people have operations in the plan in force, of those that they moved since it was made. */
const readMoves = async (ctx: TenantContext, tx: Tx): Promise<{ id: string; start: number; end: number }[]> => {
  const { rows } = await tx.execute<{ id: string; start: number; end: number }>(sql`select operation_id as id,
      (extract(epoch from scheduled_start_date) * 1000)::float8 as start, (extract(epoch from scheduled_end_date) * 1000)::float8 as end
    from placements where tenant_id = ${ctx.tenantId} and plan_id = ${planInForce(ctx.tenantId)} and by_hand`)
  return rows
}

const movedSince = async (ctx: TenantContext, tx: Tx, { projects }: ShopSnapshot): Promise<string[]> => {
  const before = new Map(
    projects.flatMap(({ operations }) => operations.map((operation) => [operation.operationId, operation])),
  )
  const moves = await readMoves(ctx, tx)
  return moves
    .filter(({ id, start, end }) => {
      const known = before.get(id)
      return known === undefined || known.scheduledStartMs !== start || known.scheduledEndMs !== end
    })
    .map(({ id }) => id)
}

/**
 * Carries what people did since a plan was computed over to it, as if they had done it right after the plan came into force:
 * where they put operations, those are. Edits that come every second so keep no plan from coming into force. Call with the
 * organisation locked. False when the plan cannot be had that way: work centers or working time have changed, or
 * another plan is in force.
 */
export const carryEdits = async (
  ctx: TenantContext,
  tx: Tx,
  runId: string,
  { snapshot, changeNumber, planId }: PlanBasis,
): Promise<boolean> => {
  const { number, changed } = await readShopDifference(tx, ctx.tenantId, changeNumber)
  if (changed === 'whole' || number === changeNumber) return false
  const [inForce] = await tx.select({ planId: tenants.planId }).from(tenants).where(eq(tenants.tenantId, ctx.tenantId))
  if (inForce?.planId !== planId) return false
  const ids = await movedSince(ctx, tx, snapshot)
  if (ids.length === 0) return true
  await tx.execute(sql`
    insert into placements as f (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, moves,
      moved_version, moved_at, moved_by, by_hand, made_start_date, made_end_date)
    select p.tenant_id, ${runId}::uuid, operation_id, scheduled_start_date, scheduled_end_date, placement, moves, moved_version,
      moved_at, moved_by, true, made_start_date, made_end_date
    from placements p join plans on plans.tenant_id = p.tenant_id and plans.plan_id = ${runId}
    where p.tenant_id = ${ctx.tenantId} and p.plan_id = ${planInForce(ctx.tenantId)}
      and operation_id = any(${sql.param(ids)}::uuid[])
    on conflict (tenant_id, plan_id, operation_id) do update set scheduled_start_date = excluded.scheduled_start_date,
      scheduled_end_date = excluded.scheduled_end_date, placement = excluded.placement, moves = excluded.moves,
      moved_version = excluded.moved_version, moved_at = excluded.moved_at, moved_by = excluded.moved_by, by_hand = true,
      made_start_date = f.scheduled_start_date, made_end_date = f.scheduled_end_date`)
  return true
}
