import { inArray } from 'drizzle-orm'
import { isSessionOver } from '#domain/access/session-limits.ts'
import type { AppServices } from '../../context.ts'
import { sessions } from '../../db/tables/sessions.table.ts'

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
