import { and, eq, ne, sql } from 'drizzle-orm'
import type { Member } from '#domain/access/change-user.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError } from '../../errors.ts'
import { findUser } from './find-user.ts'
import { statusOf, type UserRow } from './present-user.ts'

export interface LockedMember {
  readonly row: UserRow
  readonly member: Member
  /** Active admins of the organisation; locked, so that two requests cannot each remove the other's last one. */
  readonly admins: number
}

/**
 * A member of the organisation, locked together with its admins; throws 404 for everyone else. With the account locked,
 * it cannot become another organisation's too between the rule that allows a change and the change.
 */
export const lockMember = async (ctx: TenantContext, tx: Tx, userId: string): Promise<LockedMember> => {
  const admins = await tx
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(
      and(
        eq(memberships.tenantId, ctx.tenantId),
        eq(memberships.isAdmin, true),
        eq(memberships.status, 'Active'),
        eq(users.status, 'Active'),
      ),
    )
    .orderBy(memberships.userId)
    .for('update')
  const row = await findUser(tx, ctx.tenantId, userId)
  if (!row?.membership) throw new NotFoundError()
  const { user, membership } = row
  await tx.select({ userId: users.userId }).from(users).where(eq(users.userId, userId)).for('update')
  const [elsewhere] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), ne(memberships.tenantId, ctx.tenantId)))
  return {
    row,
    member: {
      userId,
      isAdmin: membership.isAdmin,
      isSuperAdmin: user.isSuperAdmin,
      isActive: statusOf(row) === 'Active',
      isShared: (elsewhere?.count ?? 0) > 0,
      isInvited: false,
    },
    admins: admins.length,
  }
}
