import { sessionLimits } from '#domain/access/session-limits.ts'
import type { Tx } from '../../db/database.ts'
import { sessions } from '../../db/tables/sessions.table.ts'
import { newSecret, secretHash } from './session-secret.ts'

export interface NewSession {
  readonly userId: string
  readonly tenantId: string | null
  readonly rememberMe: boolean
  readonly userAgent: string
  readonly address: string
  /** End of the session this one replaces; a rotated session does not live longer. */
  readonly expiresAt?: Date
}

export interface OpenedSession {
  /** Goes into the cookie and nowhere else. */
  readonly secret: string
  readonly sessionHash: string
  readonly rememberMe: boolean
  readonly expiresAt: Date
}

/** Stores a new session; its id has never been used before. */
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
