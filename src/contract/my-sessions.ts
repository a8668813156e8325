import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { UserSession } from './user-sessions.ts'

/** One of my own sessions, in any organization. */
export const MySession = z.extend(UserSession, {
  sessionId: z.string(),
  /** Address from which it was opened; empty = unknown. */
  address: z.string(),
  /** Its current organization; null = none. */
  tenantName: z.nullable(z.string()),
  /** Whether it is the calling session. */
  isThis: z.boolean(),
})
export type MySession = z.infer<typeof MySession>
export const listMySessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions',
  access: 'session',
  summary: 'My open sessions, this one first',
  failed: 'Failed to fetch your sessions',
  response: z.array(MySession),
})
export const deleteMySession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/:sessionId',
  access: 'session',
  summary: 'End one of my other sessions',
  failed: 'Failed to end the session',
  params: z.object({ sessionId: z.string().check(z.maxLength(64)) }),
  response: z.undefined(),
  status: 204,
})
export const deleteMyOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions',
  access: 'session',
  summary: 'End all my sessions but this one',
  failed: 'Failed to end your other sessions',
  response: z.object({ ended: z.int() }),
})
