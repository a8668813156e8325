import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { OneTimeLinkFacts } from '#contract/one-time-links.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { RuleError } from '../../errors.ts'
import { findOpenInvitation } from '../invitations/store-invitation.ts'
import { secretHash } from '../sessions/session-secret.ts'

/** The same words for used, unknown and expired links. */
export const linkRefusal = (): RuleError =>
  new RuleError('This link has been used or has expired. Ask your administrator for a new one.')

/** The open link that sets a password; null unless its account still works where it was made (or is a super admin's). */
export const findPasswordReset = async (tx: Tx, tokenHash: string, now: Date) => {
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

/** What a one-time link is about. Of an invitation it says only what its admin typed. 422 for a used, unknown or expired one. */
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
