import { sql } from 'drizzle-orm'
import type { TenantContext } from '#server/context.ts'
import { planInForce } from '#server/db/operations-in-force.ts'
import { type PlanRow, planRowsJson } from '#server/services/scheduling/plan-rows.ts'
import { preparePlan } from '#server/services/scheduling-runs/write-plan.ts'

/** Writes the whole plan of a run without applying it; returns how many operations it moves. */
export const writtenPlan = async (ctx: TenantContext, runId: string, rows: readonly PlanRow[]): Promise<number> => {
  const { moved } = await preparePlan(ctx, runId, [planRowsJson(rows)])
  return moved
}

/** Dates of one operation in a plan, with the code of its reasons if it has some. */
interface Dates {
  readonly start: string
  readonly end: string
  readonly code?: string
}

/** Sets dates of an operation in the current plan directly in the database, without an announcement. */
export const setDates = (ctx: TenantContext, operationId: string, { start, end, code }: Dates): Promise<unknown> =>
  ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute(sql`
      insert into placements (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement)
      values (${ctx.tenantId}, ${planInForce(ctx.tenantId)}, ${operationId}, ${start}, ${end}, ${code ?? null}::text::bytea)
      on conflict (tenant_id, plan_id, operation_id) do update set scheduled_start_date = excluded.scheduled_start_date,
        scheduled_end_date = excluded.scheduled_end_date, placement = excluded.placement`),
  )
