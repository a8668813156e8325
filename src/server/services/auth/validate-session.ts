import type { SessionValidation } from '#contract/auth.ts'
import type { LiveSession } from '../sessions/load-session.ts'

/** What a client may know of its session. */
export const validateSession = (session: LiveSession): SessionValidation => ({
  isValid: true,
  userId: session.userId,
  email: session.email,
  name: session.userName,
  isAdmin: session.tenant !== null && session.role !== 'user',
  isSuperAdmin: session.isSuperAdmin,
  tenantId: session.tenant?.tenantId ?? null,
  tenantName: session.tenant?.name ?? null,
  expiresAt: session.endsAt.toISOString(),
})
