import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { MySession } from '#contract/my-sessions.ts'
import type { UserSession } from '#contract/user-sessions.ts'
import { isSessionOver, sessionLimits } from '#domain/access/session-limits.ts'
import type { SessionContext, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError, RuleError } from '../../errors.ts'
import { endApiTokens } from '../api-tokens/my-api-tokens.ts'
import { secretHash } from '../credentials/secrets.ts'
import { writeSystem } from '../records/write-tenant.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { announceSessionEnd, endSession, endSessions } from '../sessions/sessions.ts'
import { findMember, lockMember } from './manage-users.ts'

const secondsAgo = (now: string, ms: number): SQL => sql`${now}::timestamptz - make_interval(secs => ${ms / 1000})`

/**
 * Condition on `sessions s`: open sessions of the user that admins of the organization may see. These are sessions that work
 * in the organization, and sessions without an organization of accounts that are in no other one.
 */
export const visibleSessions = (ctx: TenantContext, userId: SQL): SQL => {
  const now = ctx.app.now().toISOString()
  return sql`s.user_id = ${userId} and s.expires_at > ${now}::timestamptz
    and s.last_seen_at > case when s.remember_me then ${secondsAgo(now, sessionLimits.idleRememberedMs)}
      else ${secondsAgo(now, sessionLimits.idleMs)} end
    and (s.current_tenant_id = ${ctx.tenantId} or (s.current_tenant_id is null and not exists
      (select from memberships o where o.user_id = s.user_id and o.tenant_id <> ${ctx.tenantId})))`
}

interface SessionRow {
  readonly startedAt: Date
  readonly lastSeenAt: Date
  readonly userAgent: string
}

/** Open sessions of a member, the last used first. 404 for people who are not members. */
export const listUserSessions = (ctx: TenantContext, { id }: { id: string }): Promise<UserSession[]> =>
  ctx.app.db.readSystem(async (tx) => {
    await findMember(ctx, tx, id)
    const { rows } = await tx.execute(sql`
      select s.created_at as "startedAt", s.last_seen_at as "lastSeenAt", s.user_agent as "userAgent"
      from sessions s where ${visibleSessions(ctx, sql`${id}`)} order by s.last_seen_at desc limit 100`)
    return (rows as unknown as SessionRow[]).map(({ startedAt, lastSeenAt, userAgent }) => ({
      startedAt: new Date(startedAt).toISOString(),
      lastSeenAt: new Date(lastSeenAt).toISOString(),
      userAgent,
    }))
  })

/**
 * Ends a member's sessions in this organization at once and revokes their API tokens for it, because an admin who ends
 * another person's sessions expects that nothing continues in their name. For the admin's own account it keeps the
 * current session and the tokens, which can be revoked one by one.
 */
export const endUserSessions = (
  ctx: TenantContext,
  { id, session }: { id: string; session: LiveSession },
): Promise<void> =>
  writeSystem(ctx, async ({ tx, record }) => {
    const { member } = await lockMember(ctx, tx, id)
    if (member.isSuperAdmin && ctx.role !== 'superAdmin') {
      throw new RuleError('Only a super admin can change a super admin.')
    }
    const { rows } = await tx.execute(sql`
      delete from sessions s where ${visibleSessions(ctx, sql`${id}`)} and s.session_hash <> ${session.sessionHash}
      returning s.session_hash as "sessionHash"`)
    const ended = (rows as { sessionHash: string }[]).map(({ sessionHash }) => sessionHash)
    const tokens = id === ctx.userId ? 0 : await endApiTokens(tx, id, ctx.tenantId)
    if (ended.length === 0 && tokens === 0) return
    await announceSessionEnd(tx, ended)
    const changes = [
      { field: 'openSessions', from: ended.length, to: 0 },
      { field: 'apiTokens', from: tokens, to: 0 },
    ]
    record.history({
      entity: 'user',
      entityId: id,
      action: 'update',
      changes: changes.filter(({ from }) => from > 0),
    })
    record.changed('users', { id })
  })

const listed = 100

/** The id of a session that its user sees. The stored hash cannot be computed from it. */
const sessionIdOf = (sessionHash: string): string => secretHash(sessionHash).slice(0, 32)

/** My open sessions, the last used first. */
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

/** My open sessions: the current one, then the last used. */
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

/** Ends one of my other sessions and its sockets, from its next request on. 404 when it has ended already. */
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

/** Ends all my sessions except the current one, and returns how many were open. */
export const endMyOtherSessions = (
  ctx: SessionContext,
  { session: mine }: { session: LiveSession },
): Promise<{ ended: number }> =>
  ctx.app.db.withSystem(async (tx) => {
    const open = await openSessions(ctx, tx)
    await endSessions(tx, { userId: ctx.userId, exceptHash: mine.sessionHash })
    return { ended: open.filter(({ session }) => session.sessionHash !== mine.sessionHash).length }
  })
