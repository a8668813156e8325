import { and, eq, sql } from 'drizzle-orm'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { StateMarks } from '../../db/kept-reads.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'

/** A server that took another's place may give the same numbers to other transactions. */
const started = sql`pg_postmaster_start_time()::text`
const marks = {
  all: sql<string>`concat_ws(' ', pg_current_snapshot()::text, ${started})`,
  shop: sql<string>`concat_ws(' ', ${tenants.tenantId}, ${tenants.changeNumber}, ${started})`,
}

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
      membership: { isAdmin: memberships.isAdmin, status: memberships.status },
      tenant: { tenantId: tenants.tenantId, name: tenants.name, timeZone: tenants.timeZone },
      marks,
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

/** A session's row with those it hangs on: its user, the membership in the organisation chosen, that organisation if it is active. */
export type FoundSession = Omit<NonNullable<Awaited<ReturnType<typeof find>>>, 'marks'>

/**
 * What the database says of a session, and in which state it said so; null when there is none. All of it is written by the
 * system path alone (an organisation's name and zone too, see `write-settings.ts`), so what people do all day leaves it as
 * it is, and it is not asked for again.
 */
export const findSession = async (
  { db }: AppServices,
  sessionHash: string,
): Promise<{ readonly found: FoundSession; readonly at: StateMarks } | null> => {
  const place = `session ${sessionHash}`
  const at = db.kept.now()
  const known = db.kept.find<FoundSession>(place, at)
  if (known) return { found: await known, at: { all: at, shop: at } }
  const found = await db.readSystem((tx) => find(tx, sessionHash))
  if (!found) return null
  const bytes = 2 * JSON.stringify(found).length
  db.kept.keep({ place, at, about: [sessionHash] }, Promise.resolve(found), () => bytes)
  return { found, at: at === null ? found.marks : { all: at, shop: at } }
}
