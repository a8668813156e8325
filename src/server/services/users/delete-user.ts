import { and, eq } from 'drizzle-orm'
import { mayRemoveUser } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { accessRequests } from '../../db/tables/access.table.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { notifications } from '../../db/tables/notifications.table.ts'
import { savedViewDefaults, savedViews } from '../../db/tables/saved-views.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { writeSystem } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { withdrawInvitation } from '../invitations/manage-invitation.ts'
import { lockInvitation } from '../invitations/store-invitation.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { lockMember } from './find-member.ts'

/** What was theirs alone in the organisation. Views they share and what history says stay: those are the organisation's. */
const eraseOwn = async (ctx: TenantContext, tx: Tx, userId: string): Promise<void> => {
  for (const table of [accessRequests, notifications, savedViewDefaults, idempotencyKeys]) {
    await tx.delete(table).where(and(eq(table.tenantId, ctx.tenantId), eq(table.userId, userId)))
  }
  const own = [eq(savedViews.tenantId, ctx.tenantId), eq(savedViews.ownerId, userId), eq(savedViews.shared, false)]
  await tx.delete(savedViews).where(and(...own))
}

/**
 * Takes a user out of the organisation; an account that then belongs to none is deleted. Ends their sessions at once.
 * An invitation is withdrawn.
 */
export const deleteUser = (ctx: TenantContext, { id }: { id: string }): Promise<void> =>
  writeSystem(ctx, async (tx, record) => {
    const invitation = await lockInvitation(tx, ctx.tenantId, id)
    if (invitation) return withdrawInvitation(ctx, { tx, record, invitation })
    const { row, member, admins } = await lockMember(ctx, tx, id)
    const decision = mayRemoveUser({ userId: ctx.userId, standing: ctx.role }, member, admins)
    if (!decision.ok) throw new RuleError(decision.reason)
    const keepsAccount = member.isShared || member.isSuperAdmin
    await endSessions(tx, { userId: id, tenantId: keepsAccount ? ctx.tenantId : undefined })
    await tx.delete(memberships).where(and(eq(memberships.tenantId, ctx.tenantId), eq(memberships.userId, id)))
    await eraseOwn(ctx, tx, id)
    if (!keepsAccount) await tx.delete(users).where(eq(users.userId, id))
    record.history({
      entity: 'user',
      entityId: id,
      action: 'delete',
      changes: [{ field: 'email', from: row.user.email, to: null }],
    })
    record.changed('users', { id })
  })
