import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { HistoryEntry } from '#contract/history.ts'
import type { OneTimeLinkFacts } from '#contract/one-time-links.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { signInThrottle } from '../../db/tables/sessions.table.ts'
import { singleSignOnLinks } from '../../db/tables/single-sign-on.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { RuleError } from '../../errors.ts'
import { endApiTokens } from '../api-tokens/my-api-tokens.ts'
import { refuseWeakPassword } from '../credentials/common-passwords.ts'
import { forgetDevices } from '../credentials/known-device.ts'
import { hashPassword } from '../credentials/password-hash.ts'
import { secretHash } from '../credentials/secrets.ts'
import { accountKey, forgetWrongCodes } from '../credentials/throttle.ts'
import { type Author, announceChanged, storeHistory } from '../records/store-history.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findOpenInvitation } from '../users/invitations.ts'

/** The same refusal for used, unknown and expired links. */
export const linkRefusal = (): RuleError =>
  new RuleError('This link has been used or has expired. Ask your administrator for a new one.')

/** The open password link. null unless its account is active in the organization that made the link, or a super admin. */
const findPasswordReset = async (tx: Tx, tokenHash: string, now: Date) => {
  const worksThere = sql`exists (select from ${memberships} m where m.user_id = ${users.userId}
    and m.tenant_id = ${passwordResets.issuedInTenantId} and m.status = 'Active')`
  const [row] = await tx
    .select({ reset: passwordResets, user: users, organizationName: tenants.name })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.userId, passwordResets.userId), eq(users.status, 'Active')))
    .innerJoin(tenants, eq(tenants.tenantId, passwordResets.issuedInTenantId))
    .where(
      and(
        eq(passwordResets.tokenHash, tokenHash),
        gt(passwordResets.expiresAt, now),
        or(eq(users.isSuperAdmin, true), worksThere),
      ),
    )
  return row ?? null
}

/** The facts about a one-time link. For an invitation only those that its admin typed. 422 for a used, unknown or expired link. */
export const readOneTimeLink = (app: AppServices, { token }: { token: string }): Promise<OneTimeLinkFacts> =>
  app.db.readSystem(async (tx) => {
    const tokenHash = secretHash(token)
    const invited = await findOpenInvitation(tx, tokenHash, app.now())
    if (invited) {
      const { invitation, organizationName } = invited
      const expiresAt = (invitation.linkExpiresAt ?? app.now()).toISOString()
      return { kind: 'invitation', email: invitation.email, organizationName, expiresAt }
    }
    const found = await findPasswordReset(tx, tokenHash, app.now())
    if (!found) throw linkRefusal()
    const { reset, user, organizationName } = found
    return { kind: 'password', email: user.email, organizationName, expiresAt: reset.expiresAt.toISOString() }
  })

type Account = Pick<typeof users.$inferSelect, 'userId' | 'name' | 'displayName'>

interface AccountLine {
  readonly tenantId: string
  readonly account: Account
  readonly action: HistoryEntry['action']
  readonly changes: HistoryEntry['changes']
  readonly requestId: string
}

/** Records and announces what a person did to their account with a one-time link, in the organization that made the link. */
export const recordOfAccount = async (
  app: AppServices,
  tx: Tx,
  { tenantId, account, action, changes, requestId }: AccountLine,
): Promise<void> => {
  const { userId } = account
  const userName = account.displayName || account.name
  const author: Author = { app, tenantId, userId, userName, source: 'screen', requestId, clientId: null }
  await storeHistory(author, tx, [{ entity: 'user', entityId: userId, action, changes }])
  await announceChanged(author, tx, 'users', [{ id: userId }])
}

interface Redemption {
  readonly token: string
  readonly newPassword: string
  readonly requestId: string
}

/**
 * Sets a password with the token of a one-time link and ends every session, API token and link to single sign-on of the account. A token works once, even
 * for two parallel requests. 422 for a used, unknown or expired token, 400 for a common password.
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
    // Further links of the account were for the same purpose.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, user.userId))
    await tx.update(users).set({ passwordHash }).where(eq(users.userId, user.userId))
    await endSessions(tx, { userId: user.userId })
    await endApiTokens(tx, user.userId)
    await forgetDevices(tx, user.userId)
    // The next single sign-on with this e-mail links the account again, also under another name at the provider.
    await tx.delete(singleSignOnLinks).where(eq(singleSignOnLinks.userId, user.userId))
    // Failures with the old password must not block the new one.
    await tx.delete(signInThrottle).where(eq(signInThrottle.key, accountKey(user.email)))
    await forgetWrongCodes(tx, user.userId)
    if (taken.issuedInTenantId) {
      const changes = [{ field: 'password', from: null, to: 'set with a one-time link' }]
      const line = { tenantId: taken.issuedInTenantId, account: user, action: 'update', changes, requestId } as const
      await recordOfAccount(app, tx, line)
    }
    return { email: user.email }
  })
}
