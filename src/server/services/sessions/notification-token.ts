import { and, eq, gt, lte } from 'drizzle-orm'
import type { Actor } from '#domain/access/rights.ts'
import type { AppServices } from '../../context.ts'
import { notificationTokens } from '../../db/tables/sessions.table.ts'
import { newSecret, secretHash } from '../credentials/secrets.ts'
import { loadSessionByHash, type SessionUse } from './load-session.ts'

const lifetimeMs = { token: 15 * 60_000, ticket: 30_000 } as const

/** The holder of a token or ticket: a session, its user, and the organization in which it was issued. */
export interface NotificationHolder {
  readonly sessionHash: string
  readonly userId: string
  readonly tenantId: string
}

/** A holder whose session is open, with the present facts about the user. */
export interface ActiveHolder extends NotificationHolder, Actor {
  readonly userName: string
  readonly timeZone: string
}

const issue = (app: AppServices, kind: 'token' | 'ticket', holder: NotificationHolder) =>
  app.db.withSystem(async (tx) => {
    const secret = newSecret()
    const now = app.now()
    const expiresAt = new Date(now.getTime() + lifetimeMs[kind])
    await tx
      .delete(notificationTokens)
      .where(and(eq(notificationTokens.sessionHash, holder.sessionHash), lte(notificationTokens.expiresAt, now)))
    await tx.insert(notificationTokens).values({
      tokenHash: secretHash(secret),
      kind,
      sessionHash: holder.sessionHash,
      userId: holder.userId,
      currentTenantId: holder.tenantId,
      expiresAt,
    })
    return { secret, expiresAt }
  })

/** Issues a token that gives access only to notifications, for 15 minutes. */
export const issueNotificationToken = async (app: AppServices, holder: NotificationHolder) => {
  const { secret, expiresAt } = await issue(app, 'token', holder)
  return { token: secret, expiresAt: expiresAt.toISOString() }
}

/** Issues a ticket that opens the live socket once, within 30 seconds. */
export const issueNotificationTicket = async (app: AppServices, holder: NotificationHolder) => {
  const { secret, expiresAt } = await issue(app, 'ticket', holder)
  return { ticket: secret, expiresAt: expiresAt.toISOString() }
}

/** null unless the session of the holder is open, has the same user and works in the same organization. */
export const stillStands = async (
  app: AppServices,
  { sessionHash, userId, tenantId }: NotificationHolder,
  use?: SessionUse,
): Promise<ActiveHolder | null> => {
  const session = await loadSessionByHash(app, sessionHash, use)
  if (session?.userId !== userId || session.tenant?.tenantId !== tenantId) return null
  const { userName, role, workCenterIds, timeZone } = session
  return { sessionHash, userId, tenantId, userName, role, workCenterIds, timeZone }
}

const holderColumns = {
  sessionHash: notificationTokens.sessionHash,
  userId: notificationTokens.userId,
  tenantId: notificationTokens.currentTenantId,
}

/** The holder of a token. null if it is unknown or expired, or its session ended or switched to another organization. */
export const readNotificationToken = async (
  app: AppServices,
  token: string,
  use?: SessionUse,
): Promise<ActiveHolder | null> => {
  const [holder] = await app.db.readSystem((tx) =>
    tx
      .select(holderColumns)
      .from(notificationTokens)
      .where(
        and(
          eq(notificationTokens.tokenHash, secretHash(token)),
          eq(notificationTokens.kind, 'token'),
          gt(notificationTokens.expiresAt, app.now()),
        ),
      ),
  )
  return holder ? stillStands(app, holder, use) : null
}

/**
 * Redeems a ticket: the first call gets its holder, later calls get null. An unknown or expired ticket writes nothing.
 * Sockets reopen automatically, so this does not count as activity.
 */
export const redeemNotificationTicket = async (app: AppServices, ticket: string): Promise<ActiveHolder | null> => {
  const isIt = and(
    eq(notificationTokens.tokenHash, secretHash(ticket)),
    eq(notificationTokens.kind, 'ticket'),
    gt(notificationTokens.expiresAt, app.now()),
  )
  const found = await app.db.readSystem((tx) => tx.select(holderColumns).from(notificationTokens).where(isIt))
  if (found.length === 0) return null
  const [taken] = await app.db.withSystem((tx) => tx.delete(notificationTokens).where(isIt).returning(holderColumns))
  if (!taken) return null
  return stillStands(app, taken, 'background')
}
