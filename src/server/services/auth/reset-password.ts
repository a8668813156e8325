import { eq } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { orderedId } from '../../db/ordered-id.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { signInThrottle } from '../../db/tables/sessions.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { RuleError } from '../../errors.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { secretHash } from '../sessions/session-secret.ts'
import { refuseWeakPassword } from '../users/refuse-weak-password.ts'
import { forgetDevices } from './known-device.ts'
import { hashPassword } from './password-hash.ts'
import { accountKey } from './throttle.ts'

interface Redemption {
  readonly token: string
  readonly newPassword: string
  readonly requestId: string
}

type Account = typeof users.$inferSelect

const refusal = () => new RuleError('This link has been used or has expired. Ask your administrator for a new one.')

const find = async (tx: Tx, tokenHash: string, now: Date): Promise<Account | null> => {
  const [row] = await tx
    .select({ reset: passwordResets, user: users })
    .from(passwordResets)
    .innerJoin(users, eq(users.userId, passwordResets.userId))
    .where(eq(passwordResets.tokenHash, tokenHash))
  return row && row.reset.expiresAt > now && row.user.status === 'Active' ? row.user : null
}

const remember = async (tx: Tx, tenantId: string, user: Account, at: Date, requestId: string): Promise<void> => {
  await tx.insert(historyEntries).values({
    tenantId,
    historyId: orderedId(),
    at,
    userId: user.userId,
    userName: user.displayName || user.name,
    door: 'screen',
    entity: 'user',
    entityId: user.userId,
    action: 'update',
    changes: [{ field: 'password', from: null, to: 'set with a one-time link' }],
    requestId,
  })
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
  const user = await app.db.withSystem((tx) => find(tx, tokenHash, app.now()))
  if (!user) throw refusal()
  refuseWeakPassword(newPassword, 'newPassword', user)
  const passwordHash = await hashPassword(newPassword)
  return app.db.withSystem(async (tx) => {
    const [taken] = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning()
    if (!taken) throw refusal()
    await tx.update(users).set({ passwordHash }).where(eq(users.userId, user.userId))
    await endSessions(tx, { userId: user.userId })
    await forgetDevices(tx, user.userId)
    // Failures with the old password must not keep the new one out.
    await tx.delete(signInThrottle).where(eq(signInThrottle.key, accountKey(user.email)))
    if (taken.issuedInTenantId) await remember(tx, taken.issuedInTenantId, user, app.now(), requestId)
    return { email: user.email }
  })
}
