import { type AppServices, mintTenantContext, type TenantContext } from '../context.ts'
import type { RunClaim } from '../services/scheduling-runs/claim-run.ts'

/** The context of a run, in the name of the person who requested it. */
export const runContext = (
  app: AppServices,
  {
    tenantId,
    runId,
    startedBy,
    startedByUserId,
  }: Pick<RunClaim, 'tenantId' | 'runId' | 'startedBy' | 'startedByUserId'>,
): TenantContext =>
  mintTenantContext({
    app,
    userId: startedByUserId,
    userName: startedBy,
    role: 'admin',
    workCenterIds: null,
    timeZone: 'UTC',
    requestId: `run-${runId}`,
    clientId: null,
    tenantId,
    source: 'run',
  })
