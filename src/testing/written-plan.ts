import { sql } from 'drizzle-orm'
import type { TenantContext } from '#server/context.ts'
import { planInForce } from '#server/db/operations-in-force.ts'
import { type PlanRow, planRowsJson } from '#server/services/scheduling/plan-rows.ts'
import { beginPlan, completePlan, writePlan } from '#server/services/scheduling-runs/write-plan.ts'

/** Writes the whole plan of a run without putting it in force; returns how many operations it moves. */
export const writtenPlan = async (ctx: TenantContext, runId: string, rows: readonly PlanRow[]): Promise<number> => {
  await beginPlan(ctx, runId)
  const { moved } = await writePlan(ctx, runId, planRowsJson(rows))
  await completePlan(ctx, runId)
  return moved
}

/** Changes the placement of an operation in the plan in force directly in the database, without an announcement. */
export const setPlacement = (ctx: TenantContext, operationId: string, set: ReturnType<typeof sql>): Promise<unknown> =>
  ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute(sql`update placements set ${set} where tenant_id = ${ctx.tenantId}
      and plan_id = ${planInForce(ctx.tenantId)} and operation_id = ${operationId}`),
  )
