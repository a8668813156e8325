import { eq } from 'drizzle-orm'
import type { OneTimeLink } from '#contract/users.ts'
import { mayResetPassword } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { writeSystem } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { makeLinkToken } from '../auth/link-token.ts'
import { renewInvitation } from '../invitations/manage-invitation.ts'
import { lockInvitation } from '../invitations/store-invitation.ts'
import { lockMember } from './find-member.ts'

/** Stores a new one-time token, in place of an earlier one of the same account; returns it as it is shown once. */
const storePasswordReset = async (ctx: TenantContext, tx: Tx, userId: string): Promise<OneTimeLink> => {
  const { token, tokenHash, expiresAt } = makeLinkToken(ctx.app.now())
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await tx.insert(passwordResets).values({ tokenHash, userId, issuedInTenantId: ctx.tenantId, expiresAt })
  return { kind: 'password', linkToken: token, expiresAt: expiresAt.toISOString() }
}

/**
 * Makes a link's token for a member, good once and for 24 hours; the present password works until then. For somebody
 * invited it is the next link of the invitation.
 */
export const issuePasswordReset = (ctx: TenantContext, { id }: { id: string }): Promise<OneTimeLink> =>
  writeSystem(ctx, async (tx, record) => {
    const invitation = await lockInvitation(tx, ctx.tenantId, id)
    if (invitation) return renewInvitation(ctx, { tx, record, invitation })
    const { member } = await lockMember(ctx, tx, id)
    const decision = mayResetPassword({ userId: ctx.userId, standing: ctx.role }, member)
    if (!decision.ok) throw new RuleError(decision.reason)
    const made = await storePasswordReset(ctx, tx, id)
    record.history({
      entity: 'user',
      entityId: id,
      action: 'update',
      changes: [{ field: 'passwordLink', from: null, to: made.expiresAt }],
    })
    return made
  })
