import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { AnswerId, AnswerText, Id, preprocess } from './fields.ts'
import { withAliases } from './other-names.ts'

/** An organization; its two fields have alternative names. */
export const TenantSummary = withAliases(
  { tenantId: ['id'], name: ['tenantName'] },
  z.object({ tenantId: AnswerId, name: AnswerText() }),
)
export type TenantSummary = z.infer<typeof TenantSummary>

/** A tenant id must be a UUID; anything else is ignored. */
export const tenantIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const listTenants = endpoint({
  method: 'GET',
  path: '/tenants',
  access: 'superAdmin',
  summary: 'Every organization',
  failed: 'Failed to fetch organizations',
  response: z.array(TenantSummary),
})

export const listUserAssociations = endpoint({
  method: 'GET',
  path: '/tenants/user-associations/:userId',
  access: 'session',
  summary: 'The organizations of one user',
  failed: 'Failed to fetch organizations',
  params: z.object({ userId: Id }),
  // Either an object or a plain list.
  response: preprocess(
    (value) => (Array.isArray(value) ? { tenants: value } : value),
    z.object({ tenants: z.array(TenantSummary) }),
  ),
})
