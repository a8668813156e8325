import { and, eq, like, lt, ne, not, sql } from 'drizzle-orm'
import { calendarFeedLimits } from '#contract/calendar-feeds.ts'
import { keptSignInDays } from '#contract/sign-ins.ts'
import { keptDeliveryDays } from '#contract/webhooks.ts'
import { sessionLimits } from '#domain/access/session-limits.ts'
import { dayMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { passwordResets } from '../../db/tables/access.table.ts'
import { apiTokens } from '../../db/tables/api-tokens.table.ts'
import { calendarFeeds } from '../../db/tables/calendar-feeds.table.ts'
import { idempotencyKeys } from '../../db/tables/idempotency.table.ts'
import { mailOutbox } from '../../db/tables/mail.table.ts'
import { pendingSignIns, signIns } from '../../db/tables/second-factors.table.ts'
import { knownDevices, notificationTokens, sessions, signInThrottle } from '../../db/tables/sessions.table.ts'
import { pendingSingleSignOns } from '../../db/tables/single-sign-on.table.ts'
import { webhookDeliveries } from '../../db/tables/webhooks.table.ts'
import { newSecret, secretHash } from '../credentials/secrets.ts'
import { codesPrefix } from '../credentials/throttle.ts'
import { isOutdatedAnswer } from '../records/keyed-answers.ts'

/** Channel for ended sessions. Every server process listens, and its socket hub closes their sockets. */
export const sessionsChannel = 'live_sessions'

export interface SessionsEnded {
  readonly sessionHashes: readonly string[]
}

const perMessage = 100

/** Announces at the commit that these sessions ended or lost their organization. */
export const announceSessionEnd = async (tx: Tx, sessionHashes: readonly string[]): Promise<void> => {
  for (let from = 0; from < sessionHashes.length; from += perMessage) {
    const message: SessionsEnded = { sessionHashes: sessionHashes.slice(from, from + perMessage) }
    await notify(tx, sessionsChannel, JSON.stringify(message))
  }
}

interface NewSession {
  readonly userId: string
  readonly tenantId: string | null
  readonly rememberMe: boolean
  readonly userAgent: string
  readonly address: string
  /** End of the replaced session, because a rotated session does not live longer. */
  readonly expiresAt?: Date
}

export interface OpenedSession {
  /** Used only in the cookie. */
  readonly secret: string
  readonly sessionHash: string
  readonly rememberMe: boolean
  readonly expiresAt: Date
}

/** Stores a new session with a new id. */
export const createSession = async (tx: Tx, now: Date, session: NewSession): Promise<OpenedSession> => {
  const secret = newSecret()
  const sessionHash = secretHash(secret)
  const expiresAt = session.expiresAt ?? new Date(now.getTime() + sessionLimits.absoluteMs)
  await tx.insert(sessions).values({
    sessionHash,
    userId: session.userId,
    currentTenantId: session.tenantId,
    rememberMe: session.rememberMe,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    userAgent: session.userAgent.slice(0, 200),
    address: session.address.slice(0, 64),
  })
  return { secret, sessionHash, rememberMe: session.rememberMe, expiresAt }
}

interface Which {
  readonly userId: string
  /** Only sessions that work in this organization. */
  readonly tenantId?: string
  /** The session that stays open. */
  readonly exceptHash?: string
}

/**
 * Ends sessions of a user, with their notification tokens and sockets, from the next request on. When not only those in one
 * organization, sign-ins that wait for a code end too.
 */
export const endSessions = async (tx: Tx, { userId, tenantId, exceptHash }: Which): Promise<void> => {
  if (tenantId === undefined) await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId))
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        tenantId === undefined ? undefined : eq(sessions.currentTenantId, tenantId),
        exceptHash === undefined ? undefined : ne(sessions.sessionHash, exceptHash),
      ),
    )
    .returning({ sessionHash: sessions.sessionHash })
  await announceSessionEnd(
    tx,
    ended.map(({ sessionHash }) => sessionHash),
  )
}

/** Ends one session. Does nothing when it has ended already. */
export const endSession = async (tx: Tx, sessionHash: string): Promise<void> => {
  const ended = await tx.delete(sessions).where(eq(sessions.sessionHash, sessionHash)).returning()
  if (ended.length > 0) await announceSessionEnd(tx, [sessionHash])
}

/**
 * Deletes expired sessions, tokens, known devices, calendar feeds and stored answers, unused sign-in counters, old
 * sign-ins and old webhook messages.
 */
export const sweepExpired = (app: AppServices): Promise<void> =>
  app.db.withSystem(async (tx) => {
    const now = app.now()
    const ago = (ms: number) => new Date(now.getTime() - ms)
    await tx.delete(notificationTokens).where(lt(notificationTokens.expiresAt, now))
    await tx.delete(knownDevices).where(lt(knownDevices.expiresAt, now))
    await tx.delete(passwordResets).where(lt(passwordResets.expiresAt, now))
    await tx.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, now))
    await tx.delete(pendingSingleSignOns).where(lt(pendingSingleSignOns.expiresAt, now))
    await tx.delete(signIns).where(lt(signIns.at, ago(keptSignInDays * dayMs)))
    await tx.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, ago(keptDeliveryDays * dayMs)))
    // The sender deletes them too, but an installation may have stopped sending mail.
    await tx.delete(mailOutbox).where(lt(mailOutbox.expiresAt, ago(dayMs)))
    await tx.delete(apiTokens).where(lt(apiTokens.expiresAt, now))
    await tx
      .delete(sessions)
      .where(
        sql`${sessions.expiresAt} < ${now.toISOString()}::timestamptz or ${sessions.lastSeenAt} < ${ago(sessionLimits.idleRememberedMs).toISOString()}::timestamptz`,
      )
    const isUnused = (days: number) =>
      sql`greatest(${signInThrottle.windowStartedAt}, ${signInThrottle.blockedUntil}) < ${ago(days * dayMs).toISOString()}::timestamptz`
    const isOfCodes = like(signInThrottle.key, `${codesPrefix}%`)
    await tx.delete(signInThrottle).where(and(isUnused(1), not(isOfCodes)))
    // Wrong codes count until a right one, at least as long as they are listed.
    await tx.delete(signInThrottle).where(and(isUnused(keptSignInDays), isOfCodes))
    await tx.delete(idempotencyKeys).where(isOutdatedAnswer(now))
    const unusedSince = ago(calendarFeedLimits.unusedDays * dayMs).toISOString()
    await tx
      .delete(calendarFeeds)
      .where(sql`coalesce(${calendarFeeds.lastReadAt}, ${calendarFeeds.createdAt}) < ${unusedSince}::timestamptz`)
  })
