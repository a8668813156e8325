import { type SQL, sql } from 'drizzle-orm'
import { sessionLimits } from '#domain/access/session-limits.ts'
import type { TenantContext } from '../../context.ts'

const secondsAgo = (now: string, ms: number): SQL => sql`${now}::timestamptz - make_interval(secs => ${ms / 1000})`

/**
 * Condition on `sessions s`: sessions of the user that are not over, and that admins of the organisation may know of:
 * those that work in it, and of accounts that are in no other organisation those without one.
 */
export const visibleSessions = (ctx: TenantContext, userId: SQL): SQL => {
  const now = ctx.app.now().toISOString()
  return sql`s.user_id = ${userId} and s.expires_at > ${now}::timestamptz
    and s.last_seen_at > case when s.remember_me then ${secondsAgo(now, sessionLimits.idleRememberedMs)}
      else ${secondsAgo(now, sessionLimits.idleMs)} end
    and (s.current_tenant_id = ${ctx.tenantId} or (s.current_tenant_id is null and not exists
      (select from memberships o where o.user_id = s.user_id and o.tenant_id <> ${ctx.tenantId})))`
}
