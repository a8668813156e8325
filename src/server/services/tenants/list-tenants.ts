import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { TenantMember, TenantOverview } from '#contract/tenant-administration.ts'
import type { TenantSummary } from '#contract/tenants.ts'
import { isAdminRole } from '#domain/access/rights.ts'
import type { AppServices, SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { NotFoundError } from '../../errors.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { statusOf } from '../users/find-user.ts'
import { findInvitations, presentInvitation } from '../users/invitations.ts'

const columns = { tenantId: tenants.tenantId, name: tenants.name }

/** Every active organization, by name. */
const allTenants = (tx: Tx): Promise<TenantSummary[]> =>
  tx.select(columns).from(tenants).where(eq(tenants.status, 'Active')).orderBy(tenants.name, tenants.tenantId)

/** The active organizations a user belongs to and is not disabled in, by name. */
const tenantsOfUser = (tx: Tx, userId: string): Promise<TenantSummary[]> =>
  tx
    .select(columns)
    .from(tenants)
    .innerJoin(memberships, and(eq(memberships.tenantId, tenants.tenantId), eq(memberships.userId, userId)))
    .where(and(eq(tenants.status, 'Active'), eq(memberships.status, 'Active')))
    .orderBy(tenants.name, tenants.tenantId)

/** The organizations that a user may choose: super admins all, others their own. */
export const choosableTenants = (tx: Tx, user: { userId: string; isSuperAdmin: boolean }): Promise<TenantSummary[]> =>
  user.isSuperAdmin ? allTenants(tx) : tenantsOfUser(tx, user.userId)

export const listTenants = (ctx: SessionContext): Promise<TenantSummary[]> => ctx.app.db.readSystem(allTenants)

export const listMyTenants = (ctx: SessionContext, session: LiveSession): Promise<TenantSummary[]> =>
  ctx.app.db.readSystem((tx) => choosableTenants(tx, session))

/**
 * The organizations of one user. The user and super admins see all of them, an admin only the own organization.
 * For all other callers the user is unknown (404).
 */
export const listUserAssociations = async (
  ctx: SessionContext,
  { session, userId }: { session: LiveSession; userId: string },
): Promise<{ tenants: TenantSummary[] }> => {
  const mine = await ctx.app.db.readSystem((tx) => tenantsOfUser(tx, userId))
  if (userId === ctx.userId) return { tenants: mine }
  const visible = session.isSuperAdmin
    ? mine
    : mine.filter(({ tenantId }) => isAdminRole(session.role) && tenantId === session.tenant?.tenantId)
  if (visible.length === 0) throw new NotFoundError()
  return { tenants: visible }
}

interface Row {
  readonly tenantId: string
  readonly name: string
  readonly status: TenantOverview['status']
  readonly timeZone: string
  readonly people: number
  readonly admins: number
  readonly projects: number
  readonly operations: number
  readonly lastActivityAt: string | null
  readonly createdAt: string
  readonly version: number
}

const iso = (value: string | Date): string => new Date(value).toISOString()

const select = async (tx: Tx, tenantId: string | null): Promise<TenantOverview[]> => {
  const { rows } = await tx.execute(sql`
    select t.tenant_id as "tenantId", t.name, t.status, t.time_zone as "timeZone", t.version, t.created_at as "createdAt",
      (select count(*)::int from memberships m where m.tenant_id = t.tenant_id) as people,
      (select count(*)::int from memberships m where m.tenant_id = t.tenant_id and m.access = 'admin') as admins,
      (select count(*)::int from projects p where p.tenant_id = t.tenant_id) as projects,
      (select count(*)::int from operations o where o.tenant_id = t.tenant_id) as operations,
      (select h.at from history_entries h where h.tenant_id = t.tenant_id order by h.at desc limit 1) as "lastActivityAt"
    from tenants t where ${tenantId === null ? sql`true` : sql`t.tenant_id = ${tenantId}`} order by t.name, t.tenant_id`)
  return (rows as unknown as Row[]).map((row) => ({
    ...row,
    createdAt: iso(row.createdAt),
    lastActivityAt: row.lastActivityAt && iso(row.lastActivityAt),
  }))
}

/** Every organization with its figures, by name, including archived ones. */
export const listTenantOverviews = (ctx: SessionContext): Promise<TenantOverview[]> =>
  ctx.app.db.readSystem((tx) => select(tx, null))

/** One organization with its figures. Throws 404. */
export const findTenantOverview = async (tx: Tx, tenantId: string): Promise<TenantOverview> => {
  const [found] = await select(tx, tenantId)
  if (!found) throw new NotFoundError()
  return found
}

/** Members of an organization, admins first, then open invitations. 404 for an unknown organization. */
export const listTenantMembers = (ctx: SessionContext, { tenantId }: { tenantId: string }): Promise<TenantMember[]> =>
  ctx.app.db.readSystem(async (tx) => {
    const known = await tx.select({ name: tenants.name }).from(tenants).where(eq(tenants.tenantId, tenantId))
    if (known.length === 0) throw new NotFoundError()
    const rows = await tx
      .select({ user: users, membership: memberships })
      .from(memberships)
      .innerJoin(users, eq(users.userId, memberships.userId))
      .where(eq(memberships.tenantId, tenantId))
      .orderBy(desc(eq(memberships.access, 'admin')), asc(users.name), asc(users.userId))
    const invited = await findInvitations(tx, tenantId)
    const members = rows.map(({ user, membership }) => ({
      userId: user.userId,
      name: user.displayName || user.name,
      email: user.email,
      role: membership.role,
      isAdmin: membership.access === 'admin',
      access: membership.access,
      workCenterIds: membership.workCenterIds && [...membership.workCenterIds],
      isSuperAdmin: user.isSuperAdmin,
      status: statusOf({ user, membership }),
      lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
    }))
    const waiting = invited.map((row) => {
      const { displayName, ...invited } = presentInvitation(row, null)
      const { userId, email, role, isAdmin, access, workCenterIds, isSuperAdmin, status } = invited
      const right = { role, isAdmin, access, workCenterIds, isSuperAdmin }
      return { userId, name: displayName, email, ...right, status, lastSignInAt: null }
    })
    return [...members, ...waiting]
  })

/** Organizations with activity of their people within the last `withinMs`, the latest first. */
export const findBusyTenants = async (app: AppServices, most: number, withinMs: number): Promise<string[]> => {
  const since = new Date(app.now().getTime() - withinMs).toISOString()
  const { rows } = await app.db.readSystem((tx) =>
    tx.execute<{ id: string }>(sql`
      select m.tenant_id as id from memberships m
        join tenants t on t.tenant_id = m.tenant_id and t.status = 'Active'
        join users u on u.user_id = m.user_id left join sessions s on s.user_id = m.user_id
      where greatest(s.last_seen_at, u.last_sign_in_at) > ${since}::timestamptz
      group by 1 order by max(greatest(s.last_seen_at, u.last_sign_in_at)) desc limit ${most}`),
  )
  return rows.map(({ id }) => id)
}
