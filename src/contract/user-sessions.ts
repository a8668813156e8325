import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

export const UserSession = z.object({ startedAt: Instant, lastSeenAt: Instant, userAgent: z.string() })
export type UserSession = z.infer<typeof UserSession>
export const listUserSessions = endpoint({
  method: 'GET',
  path: '/users/:id/sessions',
  access: 'manageUsers',
  summary: 'Open sessions of a user',
  failed: 'Failed to fetch sessions',
  params: z.object({ id: Id }),
  response: z.array(UserSession),
})
export const deleteUserSessions = endpoint({
  method: 'DELETE',
  path: '/users/:id/sessions',
  access: 'manageUsers',
  summary: 'End the sessions of a user and revoke their API tokens; of my own account, all sessions but this one',
  failed: 'Failed to end sessions',
  params: z.object({ id: Id }),
  response: z.undefined(),
  status: 204,
})
