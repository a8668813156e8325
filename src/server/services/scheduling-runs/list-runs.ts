import { desc, eq } from 'drizzle-orm'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { presentRun } from './present-run.ts'

const newest = 50

/** The newest 50 runs of the organization, newest first. */
export const listRuns = (ctx: TenantContext): Promise<SchedulingRun[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(schedulingRuns)
      .where(eq(schedulingRuns.tenantId, ctx.tenantId))
      .orderBy(desc(schedulingRuns.startedAt), desc(schedulingRuns.runId))
      .limit(newest)
    return rows.map(presentRun)
  })
