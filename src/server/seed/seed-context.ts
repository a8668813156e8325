import { type AppServices, mintTenantContext, type TenantContext } from '../context.ts'

export const nobodyId = '00000000-0000-4000-8000-000000000000'

/** The context of the seed inside one organization, in the name of `userName`. */
export const seedContext = (app: AppServices, tenantId: string, userId = nobodyId, userName = 'Demo'): TenantContext =>
  mintTenantContext({
    app,
    tenantId,
    userId,
    userName,
    role: 'admin',
    workCenterIds: null,
    timeZone: 'UTC',
    requestId: 'seed',
    clientId: null,
    source: 'system',
  })
