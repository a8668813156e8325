import { asc, desc, eq } from 'drizzle-orm'
import type { TenantMember } from '#contract/tenant-administration.ts'
import type { SessionContext } from '../../context.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError } from '../../errors.ts'

/** People of an organisation, its admins first. 404 when there is no such organisation. */
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
    return rows.map(({ user, membership }) => ({
      userId: user.userId,
      name: user.displayName || user.name,
      email: user.email,
      role: membership.role,
      isAdmin: membership.isAdmin,
      isSuperAdmin: user.isSuperAdmin,
      status: user.status,
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    }))
  })
