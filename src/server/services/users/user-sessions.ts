import { sql } from 'drizzle-orm'
import type { UserSession } from '#contract/user-sessions.ts'
import type { TenantContext } from '../../context.ts'
import { writeSystem } from '../../db/transaction.ts'
import { RuleError } from '../../errors.ts'
import { announceSessionEnd } from '../sessions/announce-session-end.ts'
import type { LiveSession } from '../sessions/load-session.ts'
import { lockMember } from './find-member.ts'
import { visibleSessions } from './visible-sessions.ts'

interface SessionRow {
  readonly startedAt: Date
  readonly lastSeenAt: Date
  readonly userAgent: string
}

/** Open sessions of a member, the latest used first. 404 for everyone else. */
export const listUserSessions = (ctx: TenantContext, { id }: { id: string }): Promise<UserSession[]> =>
  ctx.app.db.withSystem(async (tx) => {
    await lockMember(ctx, tx, id)
    const { rows } = await tx.execute(sql`
      select s.created_at as "startedAt", s.last_seen_at as "lastSeenAt", s.user_agent as "userAgent"
      from sessions s where ${visibleSessions(ctx, sql`${id}`)} order by s.last_seen_at desc limit 100`)
    return (rows as unknown as SessionRow[]).map(({ startedAt, lastSeenAt, userAgent }) => ({
      startedAt: new Date(startedAt).toISOString(),
      lastSeenAt: new Date(lastSeenAt).toISOString(),
      userAgent,
    }))
  })

/** Ends a member's sessions of this organisation at once; of one's own account all but the one that asks. */
export const endUserSessions = (
  ctx: TenantContext,
  { id, session }: { id: string; session: LiveSession },
): Promise<void> =>
  writeSystem(ctx, async (tx, record) => {
    const { member } = await lockMember(ctx, tx, id)
    if (member.isSuperAdmin && ctx.role !== 'superAdmin') {
      throw new RuleError('Only a super admin can change a super admin.')
    }
    const { rows } = await tx.execute(sql`
      delete from sessions s where ${visibleSessions(ctx, sql`${id}`)} and s.session_hash <> ${session.sessionHash}
      returning s.session_hash as "sessionHash"`)
    const ended = (rows as { sessionHash: string }[]).map(({ sessionHash }) => sessionHash)
    if (ended.length === 0) return
    await announceSessionEnd(tx, ended)
    record.history({
      entity: 'user',
      entityId: id,
      action: 'update',
      changes: [{ field: 'openSessions', from: ended.length, to: 0 }],
    })
    record.changed('users', { id })
  })
