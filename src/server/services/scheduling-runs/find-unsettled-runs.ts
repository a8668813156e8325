import { sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import type { RunClaim } from './claim-run.ts'

/** Who asked for what, of whichever organisation. */
export type RunOrder = Pick<RunClaim, 'tenantId' | 'runId' | 'startedBy' | 'startedByUserId'>

/** Runs whose plan is in force but not yet written into every operation: of the moment, or left by a stopped server. */
export const findUnsettledRuns = (app: AppServices): Promise<RunOrder[]> =>
  app.db.readSystem(async (tx) => {
    const { rows } = await tx.execute<RunOrder & Record<string, unknown>>(sql`
      select r.tenant_id as "tenantId", r.run_id as "runId", r.started_by as "startedBy",
        r.started_by_user_id as "startedByUserId"
      from tenants t join scheduling_runs r on r.tenant_id = t.tenant_id and r.run_id = t.unsettled_run_id`)
    return rows
  })
