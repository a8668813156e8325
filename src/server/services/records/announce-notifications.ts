import type { ChangedEvent, LiveEvent } from '#contract/live-events.ts'
import type { Notification } from '#contract/notifications.ts'
import { notificationActions } from '#domain/notifications/notification-actions.ts'
import { notificationText } from '#domain/notifications/notification-text.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import type { notifications } from '../../db/tables/notifications.table.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** A stored notification as the contract shows it. `zone` is the organization's, for days in its English text. */
export const presentNotification = (row: NotificationRow, zone: string): Notification => {
  const text = notificationText(row.cause, (iso) => localDate(Date.parse(iso), zone))
  return {
    id: row.notificationId,
    title: text?.title ?? row.title ?? '',
    message: text?.message ?? row.message ?? '',
    type: row.type,
    category: row.category,
    priority: row.priority,
    timestamp: row.createdAt.toISOString(),
    read: row.readAt !== null,
    cause: row.cause,
    subject: row.subject,
    actions: row.actions ?? notificationActions(row.subject),
  }
}

/** Channel for events that are meant for some users only. Every server process listens, and its socket hub passes them on. */
export const personalChannel = 'live_personal'

/** An event for these users' sockets in this organization. */
export interface PersonalMessage {
  readonly tenantId: string
  readonly userIds: readonly string[]
  readonly event: LiveEvent
}

const maxPayloadBytes = 7_900
const usersPerMessage = 50

/** Sends an event to some users of an organization when the transaction commits. */
export const announceTo = async (
  tx: Tx,
  tenantId: string,
  userIds: readonly string[],
  event: LiveEvent,
): Promise<void> => {
  for (let from = 0; from < userIds.length; from += usersPerMessage) {
    const message: PersonalMessage = { tenantId, userIds: userIds.slice(from, from + usersPerMessage), event }
    await notify(tx, personalChannel, JSON.stringify(message))
  }
}

/** Tells the browsers of one user to load something again. `clientId` names the tab that knows already. */
export const announceOwn = (
  tx: Tx,
  tenantId: string,
  userIds: readonly string[],
  resource: ChangedEvent['resource'],
  clientId: string | null,
): Promise<void> => announceTo(tx, tenantId, userIds, { type: 'changed', resource, items: [], clientId })

/** Sends one notification to its recipients. If it does not fit into a message, browsers are told to load it. */
export const announceNotification = (
  tx: Tx,
  row: NotificationRow,
  userIds: readonly string[],
  zone: string,
): Promise<void> => {
  const event: LiveEvent = { type: 'notification', data: presentNotification(row, zone) }
  const idBytes = Math.min(userIds.length, usersPerMessage) * 39
  const fits = Buffer.byteLength(JSON.stringify(event)) + idBytes + 100 <= maxPayloadBytes
  return fits
    ? announceTo(tx, row.tenantId, userIds, event)
    : announceOwn(tx, row.tenantId, userIds, 'notifications', null)
}
