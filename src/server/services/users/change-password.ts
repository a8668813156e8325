import { eq } from 'drizzle-orm'
import type { SessionContext } from '../../context.ts'
import { users } from '../../db/tables/users.table.ts'
import { RateLimitedError, UnauthenticatedError, ValidationError } from '../../errors.ts'
import { hashPassword, verifyPassword } from '../auth/password-hash.ts'
import { countSignInAttempt, forgiveSignInAttempts } from '../auth/throttle.ts'
import { createSession, type OpenedSession } from '../sessions/create-session.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { refuseWeakPassword } from './refuse-weak-password.ts'

interface PasswordChange {
  readonly session: LiveSession
  readonly currentPassword: string
  readonly newPassword: string
  readonly address: string
  readonly userAgent: string
}

/**
 * Changes my password; needs the present one (its tries count like sign-ins), ends every other session and
 * returns a new one in place of this.
 */
export const changePassword = async (ctx: SessionContext, change: PasswordChange): Promise<OpenedSession> => {
  const { session, address } = change
  const waitSeconds = await countSignInAttempt(ctx.app.db, session.email, address, ctx.app.now())
  const [user] = await ctx.app.db.readSystem((tx) => tx.select().from(users).where(eq(users.userId, ctx.userId)))
  if (!user) throw new UnauthenticatedError()
  if (waitSeconds > 0) throw new RateLimitedError(waitSeconds)
  if (!(await verifyPassword(change.currentPassword, user.passwordHash))) {
    throw new ValidationError([{ path: 'currentPassword', message: 'The current password is wrong.' }])
  }
  refuseWeakPassword(change.newPassword, 'newPassword', user)
  const passwordHash = await hashPassword(change.newPassword)
  return ctx.app.db.withSystem(async (tx) => {
    await forgiveSignInAttempts(tx, session.email, address)
    await tx.update(users).set({ passwordHash }).where(eq(users.userId, ctx.userId))
    await endSessions(tx, { userId: ctx.userId })
    return createSession(tx, ctx.app.now(), {
      userId: ctx.userId,
      tenantId: session.tenant?.tenantId ?? null,
      rememberMe: session.rememberMe,
      userAgent: change.userAgent,
      address,
      expiresAt: session.expiresAt,
    })
  })
}
