import { and, eq } from 'drizzle-orm'
import { mayRemoveUser } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import { accessRequests } from '../../db/tables/access.table.ts'
import { notifications } from '../../db/tables/notifications.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { writeSystem } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { endSessions } from '../sessions/end-sessions.ts'
import { lockMember } from './find-member.ts'

/** Takes a user out of the organisation; an account that then belongs to none is deleted. Ends their sessions at once. */
export const deleteUser = (ctx: TenantContext, { id }: { id: string }): Promise<void> =>
  writeSystem(ctx, async (tx, record) => {
    const { row, member, admins } = await lockMember(ctx, tx, id)
    const decision = mayRemoveUser({ userId: ctx.userId, standing: ctx.role }, member, admins)
    if (!decision.ok) throw new RuleError(decision.reason)
    const keepsAccount = member.isShared || member.isSuperAdmin
    await endSessions(tx, { userId: id, tenantId: keepsAccount ? ctx.tenantId : undefined })
    await tx.delete(memberships).where(and(eq(memberships.tenantId, ctx.tenantId), eq(memberships.userId, id)))
    await tx.delete(accessRequests).where(and(eq(accessRequests.tenantId, ctx.tenantId), eq(accessRequests.userId, id)))
    await tx.delete(notifications).where(and(eq(notifications.tenantId, ctx.tenantId), eq(notifications.userId, id)))
    if (!keepsAccount) await tx.delete(users).where(eq(users.userId, id))
    record.history({
      entity: 'user',
      entityId: id,
      action: 'delete',
      changes: [{ field: 'email', from: row.user.email, to: null }],
    })
    record.changed('users', { id })
  })
