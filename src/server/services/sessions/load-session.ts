import { eq } from 'drizzle-orm'
import { ianaZone } from '#contract/vocabulary.ts'
import { standingOf } from '#domain/access/permissions.ts'
import { isSessionOver, sessionEndsAtMs, sessionLimits } from '#domain/access/session-limits.ts'
import type { AppServices, Role } from '../../context.ts'
import type { StateMarks } from '../../db/kept-reads.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { endSession } from './end-sessions.ts'
import { type FoundSession, findSession } from './find-session.ts'
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
    role: standingOf({
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
export type SessionUse = 'deed' | 'background'

/** The session behind a hash, with flags as they are now; null when it is over or its user disabled. */
export const loadSessionByHash = async (
  app: AppServices,
  sessionHash: string,
  use: SessionUse = 'deed',
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
