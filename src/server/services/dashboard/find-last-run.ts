import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Dashboard } from '#contract/dashboard.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { presentRun, type RunRow } from '../scheduling-runs/present-run.ts'

/** The newest run that made a plan in use, not taken back. */
export const newestPlan = async (ctx: TenantContext, tx: Tx): Promise<RunRow | undefined> => {
  const [row] = await tx
    .select()
    .from(schedulingRuns)
    .where(
      and(
        eq(schedulingRuns.tenantId, ctx.tenantId),
        eq(schedulingRuns.status, 'Succeeded'),
        eq(schedulingRuns.preview, false),
        isNull(schedulingRuns.revertedAt),
      ),
    )
    .orderBy(desc(schedulingRuns.startedAt), desc(schedulingRuns.runId))
    .limit(1)
  return row
}

/** That run, and how many changes since a plan depends on: `plan_version` counts them, the commit itself being one. */
export const findLastRun = async (ctx: TenantContext, tx: Tx): Promise<Dashboard['lastRun']> => {
  const row = await newestPlan(ctx, tx)
  if (!row) return null
  const { rows } = await tx.execute<{ version: string }>(
    sql`select plan_version::text as version from tenants where tenant_id = ${ctx.tenantId}`,
  )
  const changesSince = row.inputVersion === null ? null : Math.max(0, Number(rows[0]?.version) - row.inputVersion - 1)
  return { run: presentRun(row), changesSince }
}
