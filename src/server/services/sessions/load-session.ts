import { and, eq } from 'drizzle-orm'
import { ianaZone } from '#contract/vocabulary.ts'
import { standingOf } from '#domain/access/permissions.ts'
import { isSessionOver, sessionEndsAtMs, sessionLimits } from '#domain/access/session-limits.ts'
import type { AppServices, Role } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { memberships, tenants } from '../../db/tables/tenants.table.ts'
import { users } from '../../db/tables/users.table.ts'
import { endSession } from './end-sessions.ts'
import { secretHash } from './session-secret.ts'

/** A session as the database knows it at this request: nothing of it comes from the caller. */
export interface LiveSession {
  readonly sessionHash: string
  readonly userId: string
  readonly userName: string
  readonly email: string
  readonly isSuperAdmin: boolean
  readonly role: Role
  readonly timeZone: string
  /** null = none chosen, or no longer a member of it. */
  readonly tenant: { readonly tenantId: string; readonly name: string } | null
  readonly rememberMe: boolean
  readonly expiresAt: Date
  /** When it ends if it is not used again. */
  readonly endsAt: Date
}

const find = async (tx: Tx, sessionHash: string) => {
  const [row] = await tx
    .select({ session: sessions, user: users, membership: memberships, tenant: tenants })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .leftJoin(tenants, and(eq(tenants.tenantId, sessions.currentTenantId), eq(tenants.status, 'Active')))
    .leftJoin(memberships, and(eq(memberships.tenantId, tenants.tenantId), eq(memberships.userId, users.userId)))
    .where(eq(sessions.sessionHash, sessionHash))
  return row ?? null
}

const live = ({ session, user, membership, tenant }: NonNullable<Awaited<ReturnType<typeof find>>>): LiveSession => {
  const reachable = tenant !== null && (membership !== null || user.isSuperAdmin) ? tenant : null
  const timeZone = user.preferences.timezone ?? reachable?.timeZone
  return {
    sessionHash: session.sessionHash,
    userId: user.userId,
    userName: user.displayName || user.name,
    email: user.email,
    isSuperAdmin: user.isSuperAdmin,
    role: standingOf({ isAdmin: membership?.isAdmin ?? false, isSuperAdmin: user.isSuperAdmin }),
    timeZone: ianaZone(timeZone),
    tenant: reachable && { tenantId: reachable.tenantId, name: reachable.name },
    rememberMe: session.rememberMe,
    expiresAt: session.expiresAt,
    endsAt: new Date(sessionEndsAtMs(timesOf(session))),
  }
}

const timesOf = (session: typeof sessions.$inferSelect) => ({
  lastSeenAtMs: session.lastSeenAt.getTime(),
  expiresAtMs: session.expiresAt.getTime(),
  rememberMe: session.rememberMe,
})

/** A look at a session is a deed of its person, or the asking of a page by itself, which keeps no session alive. */
export type SessionUse = 'deed' | 'background'

/** The session behind a hash, with flags as they are now; null when it is over or its user disabled. */
export const loadSessionByHash = (
  app: AppServices,
  sessionHash: string,
  use: SessionUse = 'deed',
): Promise<LiveSession | null> =>
  app.db.withSystem(async (tx) => {
    const found = await find(tx, sessionHash)
    if (!found) return null
    const now = app.now()
    const { session, user } = found
    if (isSessionOver(timesOf(session), now.getTime()) || user.status !== 'Active') {
      await endSession(tx, sessionHash)
      return null
    }
    const wasSeenMs = now.getTime() - session.lastSeenAt.getTime()
    if (use === 'background' || wasSeenMs < sessionLimits.touchEveryMs) return live(found)
    await tx.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.sessionHash, sessionHash))
    return live({ ...found, session: { ...session, lastSeenAt: now } })
  })

/** The session of a cookie's value. */
export const loadSession = (app: AppServices, secret: string, use?: SessionUse): Promise<LiveSession | null> =>
  loadSessionByHash(app, secretHash(secret), use)
