import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, Line, RequiredLine } from './fields.ts'
import { MemberAccess, memberAccesses } from './vocabulary.ts'

/** Access rights in the organization, from most to least. */
export const accessLevels = ['superAdmin', ...memberAccesses.toReversed()] as const

/** A member and their right, visible to every member. */
export const AccessHolder = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  access: z.enum(accessLevels),
  /** Work centers to which the right to plan is limited; null = all. */
  workCenterIds: z.nullable(z.array(z.string())),
  isActive: z.boolean(),
  /** Whether the account also belongs to another organization. */
  isShared: z.boolean(),
})
export type AccessHolder = z.infer<typeof AccessHolder>

export const AccessRequest = z.object({
  requestId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** The requested right. */
  access: MemberAccess,
  reason: z.string(),
  status: z.enum(['Open', 'Granted', 'Refused', 'Withdrawn']),
  requestedAt: Instant,
  decidedAt: z.nullable(Instant),
  decidedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type AccessRequest = z.infer<typeof AccessRequest>

export const getAccess = endpoint({
  method: 'GET',
  path: '/access-requests',
  access: 'tenant',
  summary: 'Who has which access, and requests for more: all for admins, my own otherwise',
  failed: 'Failed to fetch access requests',
  response: z.object({ holders: z.array(AccessHolder), requests: z.array(AccessRequest) }),
})

export const AccessRequestInput = z.object({
  reason: RequiredLine('Reason', 500),
  /** The requested right; defaults to admin. */
  access: z.optional(MemberAccess),
})
export const postAccessRequest = endpoint({
  method: 'POST',
  path: '/access-requests',
  access: 'tenant',
  summary: 'Request more access; one open request per person',
  failed: 'Failed to send access request',
  body: AccessRequestInput,
  response: AccessRequest,
  status: 201,
})

const decision = {
  method: 'POST',
  access: 'decideAccess',
  params: z.object({ id: Id }),
  body: z.optional(z.object({ note: z.optional(Line(500)) })),
  response: AccessRequest,
} as const

export const grantAccessRequest = endpoint({
  ...decision,
  path: '/access-requests/:id/grant',
  summary: 'Grant a request: its person gets the access asked for',
  failed: 'Failed to grant access',
})

export const refuseAccessRequest = endpoint({
  ...decision,
  path: '/access-requests/:id/refuse',
  summary: 'Refuse a request',
  failed: 'Failed to refuse access',
})

/** Only the requester can withdraw a request; everyone else gets 404. */
export const withdrawAccessRequest = endpoint({
  method: 'POST',
  path: '/access-requests/:id/withdraw',
  access: 'tenant',
  summary: 'Withdraw my open request',
  failed: 'Failed to withdraw access request',
  params: z.object({ id: Id }),
  response: AccessRequest,
})
