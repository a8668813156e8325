import { lt, sql } from 'drizzle-orm'
import { sessionLimits } from '#domain/access/session-limits.ts'
import type { AppServices } from '../../context.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { knownDevices, notificationTokens, sessions, signInThrottle } from '../../db/tables/sessions.table.ts'

const dayMs = 86_400_000

/** Removes what has expired: sessions, tokens, known devices, sign-in counters at rest, answers of yesterday's POSTs. */
export const sweepExpired = (app: AppServices): Promise<void> =>
  app.db.withSystem(async (tx) => {
    const now = app.now()
    const ago = (ms: number) => new Date(now.getTime() - ms)
    await tx.delete(notificationTokens).where(lt(notificationTokens.expiresAt, now))
    await tx.delete(knownDevices).where(lt(knownDevices.expiresAt, now))
    await tx.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
    await tx
      .delete(sessions)
      .where(
        sql`${sessions.expiresAt} < ${now.toISOString()}::timestamptz or ${sessions.lastSeenAt} < ${ago(sessionLimits.idleRememberedMs).toISOString()}::timestamptz`,
      )
    await tx
      .delete(signInThrottle)
      .where(
        sql`greatest(${signInThrottle.windowStartedAt}, ${signInThrottle.blockedUntil}) < ${ago(dayMs).toISOString()}::timestamptz`,
      )
    await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, ago(dayMs)))
  })
