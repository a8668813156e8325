import { eq } from 'drizzle-orm'
import type { SessionContext } from '../../context.ts'
import { users } from '../../db/tables/users.table.ts'
import { UnauthenticatedError, ValidationError } from '../../errors.ts'
import { forgetDevices } from '../auth/known-device.ts'
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
  /** null = it cannot be known. */
  readonly address: string | null
  /** Hash of the device cookie. */
  readonly deviceHash: string | null
  readonly userAgent: string
}

/**
 * Changes my password; needs the present one, ends every other session and returns a new one in place of this. Tries of the
 * present one count like sign-ins; a new one that is too weak is refused before that.
 */
export const changePassword = async (ctx: SessionContext, change: PasswordChange): Promise<OpenedSession> => {
  const { session, address, deviceHash } = change
  const [user] = await ctx.app.db.readSystem((tx) => tx.select().from(users).where(eq(users.userId, ctx.userId)))
  if (!user) throw new UnauthenticatedError()
  refuseWeakPassword(change.newPassword, 'newPassword', user)
  const attempt = { email: session.email, address, deviceHash }
  const counted = await countSignInAttempt(ctx.app.db, attempt, ctx.app.now())
  if (!(await verifyPassword(change.currentPassword, user.passwordHash))) {
    throw new ValidationError([{ path: 'currentPassword', message: 'The current password is wrong.' }])
  }
  const passwordHash = await hashPassword(change.newPassword)
  return ctx.app.db.withSystem(async (tx) => {
    await forgiveSignInAttempts(tx, counted)
    await tx.update(users).set({ passwordHash }).where(eq(users.userId, ctx.userId))
    await endSessions(tx, { userId: ctx.userId })
    await forgetDevices(tx, ctx.userId)
    return createSession(tx, ctx.app.now(), {
      userId: ctx.userId,
      tenantId: session.tenant?.tenantId ?? null,
      rememberMe: session.rememberMe,
      userAgent: change.userAgent,
      address: address ?? '',
      expiresAt: session.expiresAt,
    })
  })
}
