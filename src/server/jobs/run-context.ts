import { type AppServices, mintTenantContext, type TenantContext } from '../context.ts'
import type { RunClaim } from '../services/scheduling-runs/claim-run.ts'

/** A run acts in the name of whoever asked for it. */
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
    role: 'user',
    timeZone: 'UTC',
    requestId: `run-${runId}`,
    clientId: null,
    tenantId,
    source: 'run',
  })
