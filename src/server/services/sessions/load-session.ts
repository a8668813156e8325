import { and, eq, inArray, sql } from 'drizzle-orm'
import { ianaZone } from '#contract/vocabulary.ts'
import type { Role } from '#domain/access/permissions.ts'
import { roleOf } from '#domain/access/permissions.ts'
import { isSessionOver, sessionEndsAtMs, sessionLimits } from '#domain/access/session-limits.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { StateMarks } from '../../db/kept-reads.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { secretHash } from '../credentials/secrets.ts'
import { endSession } from './sessions.ts'

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

/** A session's row with those it hangs on: its user, the membership in the organization chosen, that organization if it is active. */
type FoundSession = Omit<NonNullable<Awaited<ReturnType<typeof find>>>, 'marks'>

/**
 * What the database says of a session, and in which state it said so; null when there is none. All of it is written by the
 * system path alone (an organization's name and zone too, see `write-settings.ts`), so what people do all day leaves it as
 * it is, and it is not asked for again.
 */
const findSession = async (
  { db }: AppServices,
  sessionHash: string,
): Promise<{ readonly found: FoundSession; readonly at: StateMarks } | null> => {
  const key = `session ${sessionHash}`
  const at = db.kept.now()
  const known = db.kept.find<FoundSession>(key, at)
  if (known) return { found: await known, at: { all: at, shop: at } }
  const found = await db.readSystem((tx) => find(tx, sessionHash))
  if (!found) return null
  const bytes = 2 * JSON.stringify(found).length
  db.kept.keep({ key, at, about: [sessionHash] }, Promise.resolve(found), () => bytes)
  return { found, at: at === null ? found.marks : { all: at, shop: at } }
}

/** A session as the database knows it at this request: nothing of it comes from the caller. */
export interface LiveSession {
  readonly sessionHash: string
  readonly userId: string
  readonly userName: string
  readonly email: string
  readonly isSuperAdmin: boolean
  readonly role: Role
  readonly timeZone: string
  /** null = none chosen, or no longer a member of it, or disabled in it. */
  readonly tenant: { readonly tenantId: string; readonly name: string } | null
  readonly rememberMe: boolean
  readonly expiresAt: Date
  /** When it ends if it is not used again. */
  readonly endsAt: Date
  /** The state of the database it was found in: what was read at the same state need not be read again. */
  readonly at: StateMarks
}

const live = ({ session, user, membership, tenant }: FoundSession, at: StateMarks): LiveSession => {
  const reachable = tenant !== null && (membership?.status === 'Active' || user.isSuperAdmin) ? tenant : null
  const timeZone = user.preferences.timezone ?? reachable?.timeZone
  return {
    sessionHash: session.sessionHash,
    userId: user.userId,
    userName: user.displayName || user.name,
    email: user.email,
    isSuperAdmin: user.isSuperAdmin,
    role: roleOf({
      isAdmin: reachable !== null && (membership?.isAdmin ?? false),
      isSuperAdmin: user.isSuperAdmin,
    }),
    timeZone: ianaZone(timeZone),
    tenant: reachable && { tenantId: reachable.tenantId, name: reachable.name },
    rememberMe: session.rememberMe,
    expiresAt: session.expiresAt,
    endsAt: new Date(sessionEndsAtMs(timesOf(session))),
    at,
  }
}

const timesOf = (session: FoundSession['session']) => ({
  lastSeenAtMs: session.lastSeenAt.getTime(),
  expiresAtMs: session.expiresAt.getTime(),
  rememberMe: session.rememberMe,
})

const isOver = ({ session, user }: FoundSession, now: Date): boolean =>
  isSessionOver(timesOf(session), now.getTime()) || user.status !== 'Active'

/** A look at a session is a deed of its person, or the asking of a page by itself, which keeps no session alive. */
export type SessionUse = 'activity' | 'background'

/** The session behind a hash, with flags as they are now; null when it is over or its user disabled. */
export const loadSessionByHash = async (
  app: AppServices,
  sessionHash: string,
  use: SessionUse = 'activity',
): Promise<LiveSession | null> => {
  const looked = await findSession(app, sessionHash)
  if (!looked) return null
  const { found, at } = looked
  const now = app.now()
  if (isOver(found, now)) {
    await app.db.withSystem((tx) => endSession(tx, sessionHash))
    return null
  }
  const { session } = found
  const wasSeenMs = now.getTime() - session.lastSeenAt.getTime()
  if (use === 'background' || wasSeenMs < sessionLimits.touchEveryMs) return live(found, at)
  const isThis = eq(sessions.sessionHash, sessionHash)
  await app.db.withSystem((tx) => tx.update(sessions).set({ lastSeenAt: now }).where(isThis), sessionHash)
  return live({ ...found, session: { ...session, lastSeenAt: now } }, at)
}

/** The session of a cookie's value. */
export const loadSession = (app: AppServices, secret: string, use?: SessionUse): Promise<LiveSession | null> =>
  loadSessionByHash(app, secretHash(secret), use)

/** Which of these sessions are over or gone. Asking does not count as use. */
export const findEndedSessions = async (app: AppServices, sessionHashes: readonly string[]): Promise<string[]> => {
  if (sessionHashes.length === 0) return []
  const rows = await app.db.readSystem((tx) =>
    tx
      .select({
        sessionHash: sessions.sessionHash,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
        rememberMe: sessions.rememberMe,
      })
      .from(sessions)
      .where(inArray(sessions.sessionHash, [...sessionHashes])),
  )
  const nowMs = app.now().getTime()
  const living = new Set(
    rows
      .filter(({ lastSeenAt, expiresAt, rememberMe }) => {
        const times = { lastSeenAtMs: lastSeenAt.getTime(), expiresAtMs: expiresAt.getTime(), rememberMe }
        return !isSessionOver(times, nowMs)
      })
      .map(({ sessionHash }) => sessionHash),
  )
  return sessionHashes.filter((hash) => !living.has(hash))
}
