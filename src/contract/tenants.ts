import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'

export const TenantSummary = z.object({ tenantId: z.string(), name: z.string() })
export type TenantSummary = z.infer<typeof TenantSummary>

/** Specification 5: a tenant id must be a UUID; anything else is ignored. */
export const tenantIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const listTenants = endpoint({
  method: 'GET',
  path: '/tenants',
  access: 'superAdmin',
  summary: 'Every organization',
  response: z.array(TenantSummary),
})

export const listUserAssociations = endpoint({
  method: 'GET',
  path: '/tenants/user-associations/:userId',
  access: 'session',
  summary: 'The organizations of one user',
  params: z.object({ userId: Id }),
  response: z.object({ tenants: z.array(TenantSummary) }),
})
