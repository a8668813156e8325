import { type AppServices, mintTenantContext, type TenantContext } from '../context.ts'
import type { RunOrder } from '../services/scheduling-runs/find-unsettled-runs.ts'

/** A run acts in the name of whoever asked for it. */
export const runContext = (
  app: AppServices,
  { tenantId, runId, startedBy, startedByUserId }: RunOrder,
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
    door: 'run',
  })
