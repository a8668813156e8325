import { asc, desc, eq } from 'drizzle-orm'
import type { TenantMember } from '#contract/tenant-administration.ts'
import type { SessionContext } from '../../context.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError } from '../../errors.ts'
import { presentInvitation } from '../invitations/present-invitation.ts'
import { findInvitations } from '../invitations/store-invitation.ts'
import { statusOf } from '../users/present-user.ts'

/** People of an organisation, its admins first, then who has not accepted yet. 404 when there is no such organisation. */
export const listTenantMembers = (ctx: SessionContext, { tenantId }: { tenantId: string }): Promise<TenantMember[]> =>
  ctx.app.db.readSystem(async (tx) => {
    const known = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.tenantId, tenantId))
    if (known.length === 0) throw new NotFoundError()
    const rows = await tx
      .select({ user: users, membership: memberships })
      .from(memberships)
      .innerJoin(users, eq(users.userId, memberships.userId))
      .where(eq(memberships.tenantId, tenantId))
      .orderBy(desc(memberships.isAdmin), asc(users.name), asc(users.userId))
    const invited = await findInvitations(tx, tenantId)
    const members = rows.map(({ user, membership }) => ({
      userId: user.userId,
      name: user.displayName || user.name,
      email: user.email,
      role: membership.role,
      isAdmin: membership.isAdmin,
      isSuperAdmin: user.isSuperAdmin,
      status: statusOf({ user, membership }),
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    }))
    const waiting = invited.map((row) => {
      const { userId, displayName, email, role, isAdmin, isSuperAdmin, status } = presentInvitation(row, null)
      return { userId, name: displayName, email, role, isAdmin, isSuperAdmin, status, lastSignInAt: null }
    })
    return [...members, ...waiting]
  })
