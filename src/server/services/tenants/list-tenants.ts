import { and, eq } from 'drizzle-orm'
import type { TenantSummary } from '#contract/tenants.ts'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError } from '../../errors.ts'
import type { LiveSession } from '../sessions/load-session.ts'

const columns = { tenantId: tenants.tenantId, name: tenants.name }

/** Every active organisation, by name. */
export const allTenants = (tx: Tx): Promise<TenantSummary[]> =>
  tx.select(columns).from(tenants).where(eq(tenants.status, 'Active')).orderBy(tenants.name, tenants.tenantId)

/** The active organisations a user belongs to and is not disabled in, by name. */
export const tenantsOfUser = (tx: Tx, userId: string): Promise<TenantSummary[]> =>
  tx
    .select(columns)
    .from(tenants)
    .innerJoin(memberships, and(eq(memberships.tenantId, tenants.tenantId), eq(memberships.userId, userId)))
    .where(and(eq(tenants.status, 'Active'), eq(memberships.status, 'Active')))
    .orderBy(tenants.name, tenants.tenantId)

/** What a user may choose from: a super admin everything, everyone else their own. */
export const choosableTenants = (tx: Tx, user: { userId: string; isSuperAdmin: boolean }): Promise<TenantSummary[]> =>
  user.isSuperAdmin ? allTenants(tx) : tenantsOfUser(tx, user.userId)

export const listTenants = (ctx: SessionContext): Promise<TenantSummary[]> => ctx.app.db.readSystem(allTenants)

export const listMyTenants = (ctx: SessionContext, session: LiveSession): Promise<TenantSummary[]> =>
  ctx.app.db.readSystem((tx) => choosableTenants(tx, session))

/**
 * The organisations of one user: all for oneself and for super admins; for an admin only the shared one.
 * Anyone else's user is "not there" (404).
 */
export const listUserAssociations = async (
  ctx: SessionContext,
  { session, userId }: { session: LiveSession; userId: string },
): Promise<{ tenants: TenantSummary[] }> => {
  const mine = await ctx.app.db.readSystem((tx) => tenantsOfUser(tx, userId))
  if (userId === ctx.userId) return { tenants: mine }
  const visible = session.isSuperAdmin
    ? mine
    : mine.filter(({ tenantId }) => session.role === 'admin' && tenantId === session.tenant?.tenantId)
  if (visible.length === 0) throw new NotFoundError()
  return { tenants: visible }
}
