import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { planInForce } from '../../db/operations-in-force.ts'
import { encodePlacement } from '../../db/placement-code.ts'
import type { OperationRow } from './operation-fields.ts'

/**
 * Stores dates given by a person in the plan in force. The dates of the plan itself are kept with them, so that moves by a run
 * can still be told from later moves by people.
 */
export const storePlacements = async (ctx: TenantContext, tx: Tx, rows: readonly OperationRow[]): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(
    ({ operationId, scheduledStartDate, scheduledEndDate, placement, categoryId, alternatives }) => ({
      o: operationId,
      s: scheduledStartDate,
      e: scheduledEndDate,
      p: placement && encodePlacement(placement),
      c: alternatives.length > 0 ? categoryId : null,
    }),
  )
  await tx.execute(sql`
    insert into placements as f (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, category_id, by_hand)
    select ${ctx.tenantId}::uuid, ${planInForce(ctx.tenantId)}, o, s, e, p, c, true
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as x (o uuid, s timestamptz(3), e timestamptz(3), p bytea, c uuid)
    on conflict (tenant_id, plan_id, operation_id) do update set scheduled_start_date = excluded.scheduled_start_date,
      scheduled_end_date = excluded.scheduled_end_date, placement = excluded.placement,
      category_id = excluded.category_id,
      by_hand = f.by_hand or (f.scheduled_start_date, f.scheduled_end_date, f.placement, f.category_id)
        is distinct from (excluded.scheduled_start_date, excluded.scheduled_end_date, excluded.placement, excluded.category_id),
      made_start_date = case when f.by_hand then f.made_start_date else f.scheduled_start_date end,
      made_end_date = case when f.by_hand then f.made_end_date else f.scheduled_end_date end,
      made_category_id = case when f.by_hand then f.made_category_id else f.category_id end`)
}

/** Restored operations have new versions, so moves by plans before their removal no longer count. */
export const forgetMoves = async (ctx: TenantContext, tx: Tx, operationIds: readonly string[]): Promise<void> => {
  await tx.execute(sql`update placements set moves = 0 where tenant_id = ${ctx.tenantId}
    and plan_id = ${planInForce(ctx.tenantId)} and operation_id = any(${sql.param([...operationIds])}::uuid[])`)
}
