import { eq } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { signInThrottle } from '../../db/tables/sessions.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { secretHash } from '../sessions/session-secret.ts'
import { refuseWeakPassword } from '../users/refuse-weak-password.ts'
import { forgetDevices } from './known-device.ts'
import { hashPassword } from './password-hash.ts'
import { findPasswordReset, linkRefusal } from './read-one-time-link.ts'
import { recordOfAccount } from './record-of-account.ts'
import { accountKey } from './throttle.ts'

interface Redemption {
  readonly token: string
  readonly newPassword: string
  readonly requestId: string
}

/**
 * Sets a password with the token of a one-time link and ends every session of the account. A token works once: of two
 * that come together one is refused. 422 for a used, unknown or expired one, 400 for a common password.
 */
export const resetPassword = async (
  app: AppServices,
  { token, newPassword, requestId }: Redemption,
): Promise<{ email: string }> => {
  const tokenHash = secretHash(token)
  const found = await app.db.withSystem((tx) => findPasswordReset(tx, tokenHash, app.now()))
  if (!found) throw linkRefusal()
  const { user } = found
  refuseWeakPassword(newPassword, 'newPassword', user)
  const passwordHash = await hashPassword(newPassword)
  return app.db.withSystem(async (tx) => {
    const [taken] = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning()
    if (!taken) throw linkRefusal()
    await tx.update(users).set({ passwordHash }).where(eq(users.userId, user.userId))
    await endSessions(tx, { userId: user.userId })
    await forgetDevices(tx, user.userId)
    // Failures with the old password must not keep the new one out.
    await tx.delete(signInThrottle).where(eq(signInThrottle.key, accountKey(user.email)))
    if (taken.issuedInTenantId) {
      const changes = [{ field: 'password', from: null, to: 'set with a one-time link' }]
      const line = { tenantId: taken.issuedInTenantId, account: user, action: 'update', changes, requestId } as const
      await recordOfAccount(app, tx, line)
    }
    return { email: user.email }
  })
}
