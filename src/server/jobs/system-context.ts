import { productName } from '#contract/vocabulary.ts'
import { type AppServices, mintTenantContext, type TenantContext } from '../context.ts'

const nobodyId = '00000000-0000-4000-8000-000000000000'

/**
 * The context for the server's own work in an organization; `requestId` names the job. Changes with the source `system` follow from others
 * and cannot be undone by themselves.
 */
export const systemContext = (
  app: AppServices,
  tenantId: string,
  requestId: string,
  source: 'system' | 'run' = 'system',
): TenantContext =>
  mintTenantContext({
    app,
    tenantId,
    userId: nobodyId,
    userName: productName,
    role: 'admin',
    workCenterIds: null,
    timeZone: 'UTC',
    requestId,
    clientId: null,
    source,
  })
