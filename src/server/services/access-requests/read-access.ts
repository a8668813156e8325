import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { AccessHolder, AccessRequest } from '#contract/access-requests.ts'
import { accessOf } from '#contract/users.ts'
import { isAdminRole } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import { accessRequests } from '../../db/tables/access.table.ts'
import { memberships } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { findUsers, presentUser, type UserRow } from '../users/find-user.ts'

/** A request as the contract shows it. */
export const presentRequest = (row: typeof accessRequests.$inferSelect): AccessRequest => ({
  requestId: row.requestId,
  userId: row.userId,
  userName: row.userName,
  access: row.access,
  reason: row.reason,
  status: row.status,
  requestedAt: row.requestedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decidedBy: row.decidedBy,
  note: row.note,
})

const shownRequests = 200

const holderOf = (row: UserRow, isShared: boolean): AccessHolder => {
  const user = presentUser(row)
  return {
    userId: user.id,
    name: user.displayName || user.name,
    email: user.email,
    role: user.role,
    access: user.isSuperAdmin ? 'superAdmin' : accessOf(user),
    workCenterIds: user.workCenterIds ?? null,
    isActive: user.status === 'Active',
    isShared,
  }
}

/** The access of every member, and the newest 200 requests. Admins see all requests, others only their own. */
export const getAccess = (ctx: TenantContext): Promise<{ holders: AccessHolder[]; requests: AccessRequest[] }> =>
  ctx.app.db.readSystem(async (tx) => {
    const members = await findUsers(tx, ctx.tenantId, isNotNull(memberships.userId))
    const shared = await tx
      .select({ userId: users.userId })
      .from(users)
      .where(
        sql`exists (select from memberships m where m.user_id = ${users.userId} and m.tenant_id = ${ctx.tenantId})
          and exists (select from memberships m where m.user_id = ${users.userId} and m.tenant_id <> ${ctx.tenantId})`,
      )
    const sharedIds = new Set(shared.map(({ userId }) => userId))
    const requests = await tx
      .select()
      .from(accessRequests)
      .where(
        and(
          eq(accessRequests.tenantId, ctx.tenantId),
          isAdminRole(ctx.role) ? undefined : eq(accessRequests.userId, ctx.userId),
        ),
      )
      .orderBy(desc(accessRequests.requestedAt), desc(accessRequests.requestId))
      .limit(shownRequests)
    return {
      holders: members.map((row) => holderOf(row, sharedIds.has(row.user.userId))),
      requests: requests.map(presentRequest),
    }
  })
