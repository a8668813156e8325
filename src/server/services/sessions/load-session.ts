import { and, eq, inArray } from 'drizzle-orm'
import type { Actor } from '#domain/access/rights.ts'
import { isSessionOver, sessionEndsAtMs, sessionLimits } from '#domain/access/session-limits.ts'
import type { AppServices } from '../../context.ts'
import { UntilNextCommit } from '../../db/commit-count.ts'
import type { Tx } from '../../db/database.ts'
import { changeNumber } from '../../db/shop-changes.ts'
import { storeIfPossible } from '../../db/store-if-possible.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { oncePerServer } from '../../server-caches.ts'
import { secretHash } from '../credentials/secrets.ts'
import { factsOf, personColumns } from './person-facts.ts'
import { endSession } from './sessions.ts'

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
      ...personColumns,
      changeNumber,
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

/** A session with its user, the membership in the chosen organization, and that organization if it is active. */
type FoundSession = NonNullable<Awaited<ReturnType<typeof find>>>

/** The sessions in use, about 2 KB each. */
const lookUps = oncePerServer(() => new UntilNextCommit<FoundSession>(2_000))

/** A session by its hash, as it was stored at the last commit. null = there is none. */
const findSession = async (app: AppServices, sessionHash: string): Promise<FoundSession | null> => {
  const asOf = app.db.commits()
  const known = lookUps(app).find(sessionHash, asOf)
  if (known) return known
  const found = await app.db.readSystem((tx) => find(tx, sessionHash))
  if (found) lookUps(app).store(sessionHash, asOf, found)
  return found
}

/** A session as read from the database for this request. No part of it comes from the caller. */
export interface LiveSession extends Actor {
  readonly sessionHash: string
  readonly userId: string
  readonly userName: string
  readonly email: string
  readonly isSuperAdmin: boolean
  readonly timeZone: string
  /** null = none is chosen, or the user is no longer a member, or is disabled in it. */
  readonly tenant: { readonly tenantId: string; readonly name: string } | null
  readonly rememberMe: boolean
  readonly expiresAt: Date
  /** The end of the session if it is not used again. */
  readonly endsAt: Date
  /** The change number of the chosen organization (`db/shop-changes.ts`), read with the session. */
  readonly changeNumber: string
}

const live = ({ session, user, membership, tenant, changeNumber }: FoundSession): LiveSession => {
  const { reachable, ...facts } = factsOf({ user, membership, tenant })
  return {
    ...facts,
    sessionHash: session.sessionHash,
    email: user.email,
    isSuperAdmin: user.isSuperAdmin,
    tenant: reachable && { tenantId: reachable.tenantId, name: reachable.name },
    rememberMe: session.rememberMe,
    expiresAt: session.expiresAt,
    endsAt: new Date(sessionEndsAtMs(timesOf(session))),
    changeNumber,
  }
}

const timesOf = (session: FoundSession['session']) => ({
  lastSeenAtMs: session.lastSeenAt.getTime(),
  expiresAtMs: session.expiresAt.getTime(),
  rememberMe: session.rememberMe,
})

const isOver = ({ session, user }: FoundSession, now: Date): boolean =>
  isSessionOver(timesOf(session), now.getTime()) || user.status !== 'Active'

/** A session is used by an activity of its person, or by a background request, which does not keep it alive. */
export type SessionUse = 'activity' | 'background'

/** When sessions were last used while the database stored nothing. Without this they would end while they are used. */
const unstoredUses = oncePerServer(() => new Map<string, Date>())
/** More sessions are not used within minutes. */
const mostUnstored = 10_000

/** Stores that a session is used, or remembers it while the database stores nothing. */
const noteUse = async (app: AppServices, sessionHash: string, now: Date): Promise<void> => {
  const isThis = eq(sessions.sessionHash, sessionHash)
  const store = () => app.db.withSystem((tx) => tx.update(sessions).set({ lastSeenAt: now }).where(isThis))
  const uses = unstoredUses(app)
  if (await storeIfPossible(store)) uses.delete(sessionHash)
  else if (uses.has(sessionHash) || uses.size < mostUnstored) uses.set(sessionHash, now)
}

/** The session as it was last used. */
const asUsed = (app: AppServices, found: FoundSession): FoundSession => {
  const usedAt = unstoredUses(app).get(found.session.sessionHash)
  if (!usedAt || usedAt <= found.session.lastSeenAt) return found
  return { ...found, session: { ...found.session, lastSeenAt: usedAt } }
}

/** The session of a hash, with its present rights. null when it is over or its user is disabled. */
export const loadSessionByHash = async (
  app: AppServices,
  sessionHash: string,
  use: SessionUse = 'activity',
): Promise<LiveSession | null> => {
  const stored = await findSession(app, sessionHash)
  if (!stored) return null
  const found = asUsed(app, stored)
  const now = app.now()
  if (isOver(found, now)) {
    await storeIfPossible(() => app.db.withSystem((tx) => endSession(tx, sessionHash)))
    return null
  }
  const { session } = found
  const wasSeenMs = now.getTime() - session.lastSeenAt.getTime()
  if (use === 'background' || wasSeenMs < sessionLimits.touchEveryMs) return live(found)
  await noteUse(app, sessionHash, now)
  return live({ ...found, session: { ...session, lastSeenAt: now } })
}

/** The session of a cookie value. */
export const loadSession = (app: AppServices, secret: string, use?: SessionUse): Promise<LiveSession | null> =>
  loadSessionByHash(app, secretHash(secret), use)

/** The sessions among these that are over or deleted. Does not count as use of a session. */
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
