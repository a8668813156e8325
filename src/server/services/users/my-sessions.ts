import { desc, eq } from 'drizzle-orm'
import type { MySession } from '#contract/my-sessions.ts'
import { isSessionOver } from '#domain/access/session-limits.ts'
import type { SessionContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { endSession, endSessions } from '../sessions/end-sessions.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { secretHash } from '../sessions/session-secret.ts'

const listed = 100

/** Names a session to its own user; nothing of what is stored can be made from it. */
const sessionIdOf = (sessionHash: string): string => secretHash(sessionHash).slice(0, 32)

/** Sessions of mine that are not over, the latest used first. */
const openSessions = async (ctx: SessionContext, tx: Tx) => {
  const rows = await tx
    .select({ session: sessions, tenantName: tenants.name })
    .from(sessions)
    .leftJoin(tenants, eq(tenants.tenantId, sessions.currentTenantId))
    .where(eq(sessions.userId, ctx.userId))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(listed)
  const nowMs = ctx.app.now().getTime()
  return rows.filter(
    ({ session: { lastSeenAt, expiresAt, rememberMe } }) =>
      !isSessionOver({ lastSeenAtMs: lastSeenAt.getTime(), expiresAtMs: expiresAt.getTime(), rememberMe }, nowMs),
  )
}

/** My open sessions: the one that asks, then the latest used. */
export const listMySessions = (
  ctx: SessionContext,
  { session: mine }: { session: LiveSession },
): Promise<MySession[]> =>
  ctx.app.db.readSystem(async (tx) => {
    const open = await openSessions(ctx, tx)
    return open
      .map(({ session, tenantName }) => ({
        sessionId: sessionIdOf(session.sessionHash),
        startedAt: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
        userAgent: session.userAgent,
        address: session.address,
        tenantName,
        isThis: session.sessionHash === mine.sessionHash,
      }))
      .sort((one, other) => Number(other.isThis) - Number(one.isThis))
  })

/** Ends one of my other sessions, with its sockets, from its next request on. 404 when it is over already. */
export const endMySession = (
  ctx: SessionContext,
  { session: mine, sessionId }: { session: LiveSession; sessionId: string },
): Promise<void> =>
  ctx.app.db.withSystem(async (tx) => {
    const open = await openSessions(ctx, tx)
    const asked = open.find(({ session }) => sessionIdOf(session.sessionHash) === sessionId)?.session
    if (!asked) throw new NotFoundError()
    if (asked.sessionHash === mine.sessionHash)
      throw new RuleError('This is the session you are using: log out instead.')
    await endSession(tx, asked.sessionHash)
  })

/** Ends all my sessions but the one that asks; answers how many were open. */
export const endMyOtherSessions = (
  ctx: SessionContext,
  { session: mine }: { session: LiveSession },
): Promise<{ ended: number }> =>
  ctx.app.db.withSystem(async (tx) => {
    const open = await openSessions(ctx, tx)
    await endSessions(tx, { userId: ctx.userId, exceptHash: mine.sessionHash })
    return { ended: open.filter(({ session }) => session.sessionHash !== mine.sessionHash).length }
  })
