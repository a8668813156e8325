import { and, eq, sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { StateMark } from '../../db/kept-reads.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'

const tenantColumns = { tenantId: tenants.tenantId, name: tenants.name, timeZone: tenants.timeZone }

const find = async (tx: Tx, sessionHash: string) => {
  const [row] = await tx
    .select({
      session: {
        sessionHash: sessions.sessionHash,
        currentTenantId: sessions.currentTenantId,
        rememberMe: sessions.rememberMe,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
      },
      user: {
        userId: users.userId,
        name: users.name,
        displayName: users.displayName,
        email: users.email,
        isSuperAdmin: users.isSuperAdmin,
        status: users.status,
        preferences: users.preferences,
      },
      membership: { isAdmin: memberships.isAdmin },
      tenant: tenantColumns,
      mark: sql<string>`pg_current_snapshot()::text`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .leftJoin(tenants, and(eq(tenants.tenantId, sessions.currentTenantId), eq(tenants.status, 'Active')))
    .leftJoin(
      memberships,
      and(eq(memberships.tenantId, sessions.currentTenantId), eq(memberships.userId, users.userId)),
    )
    .where(eq(sessions.sessionHash, sessionHash))
  return row ?? null
}

const findTenant = async (tx: Tx, tenantId: string) => {
  const [row] = await tx
    .select(tenantColumns)
    .from(tenants)
    .where(and(eq(tenants.tenantId, tenantId), eq(tenants.status, 'Active')))
  return row ?? null
}

type FoundTenant = Awaited<ReturnType<typeof findTenant>>

/** A session's row with those it hangs on: its user, the membership in the organisation chosen, that organisation if it is active. */
export type FoundSession = Omit<NonNullable<Awaited<ReturnType<typeof find>>>, 'mark'>

const bytesOf = (value: unknown): number => 2 * JSON.stringify(value).length

const keepTenant = ({ db }: AppServices, tenantId: string, at: StateMark, found: Promise<FoundTenant>) =>
  db.kept.keep({ place: `tenant ${tenantId}`, at, about: [tenantId] }, found, bytesOf)

const tenantNow = (app: AppServices, tenantId: string, at: StateMark): Promise<FoundTenant> => {
  const kept = app.db.kept.find<FoundTenant>(`tenant ${tenantId}`, at)
  if (kept) return kept
  const found = app.db.readSystem((tx) => findTenant(tx, tenantId))
  keepTenant(app, tenantId, at, found)
  return found
}

/**
 * What the database says of a session, and in which state it said so; null when there is none. What cannot have changed is
 * not asked for again: a session, its user and its membership are written by the system path alone, the organisation's name
 * and zone by the organisation too, so they are kept apart.
 */
export const findSession = async (
  app: AppServices,
  sessionHash: string,
): Promise<{ readonly found: FoundSession; readonly at: StateMark } | null> => {
  const { kept } = app.db
  const place = `session ${sessionHash}`
  const at = kept.now()
  const known = await kept.find<FoundSession>(place, at)
  if (known) {
    const { currentTenantId } = known.session
    const tenant = currentTenantId === null ? null : await tenantNow(app, currentTenantId, at)
    return { found: { ...known, tenant }, at }
  }
  const found = await app.db.readSystem((tx) => find(tx, sessionHash))
  if (!found) return null
  kept.keep({ place, at, about: [sessionHash] }, Promise.resolve(found), bytesOf)
  const { currentTenantId } = found.session
  if (currentTenantId !== null) keepTenant(app, currentTenantId, at, Promise.resolve(found.tenant))
  return { found, at: at ?? found.mark }
}
