import { eq } from 'drizzle-orm'
import type { PasswordReset } from '#contract/users.ts'
import { mayResetPassword } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { writeSystem } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { newSecret, secretHash } from '../sessions/session-secret.ts'
import { lockMember } from './find-member.ts'

const lifetimeMs = 24 * 3_600_000

interface NewReset {
  readonly userId: string
  readonly tenantId: string
  readonly now: Date
}

/** Stores a new one-time token, in place of an earlier one of the same account; returns it as it is shown once. */
export const storePasswordReset = async (
  tx: Tx,
  { userId, tenantId, now }: NewReset,
): Promise<{ resetToken: string; expiresAt: string }> => {
  const resetToken = newSecret()
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await tx
    .insert(passwordResets)
    .values({ tokenHash: secretHash(resetToken), userId, issuedInTenantId: tenantId, expiresAt })
  return { resetToken, expiresAt: expiresAt.toISOString() }
}

/** Makes a link's token for a member, good once and for 24 hours. The present password works until then. */
export const issuePasswordReset = (ctx: TenantContext, { id }: { id: string }): Promise<PasswordReset> =>
  writeSystem(ctx, async (tx, record) => {
    const { member } = await lockMember(ctx, tx, id)
    const decision = mayResetPassword({ userId: ctx.userId, standing: ctx.role }, member)
    if (!decision.ok) throw new RuleError(decision.reason)
    const made = await storePasswordReset(tx, { userId: id, tenantId: ctx.tenantId, now: ctx.app.now() })
    record.history({
      entity: 'user',
      entityId: id,
      action: 'update',
      changes: [{ field: 'passwordLink', from: null, to: made.expiresAt }],
    })
    return made
  })
