import type { Notification } from '#contract/notifications.ts'
import { notificationActions } from '#domain/notifications/notification-actions.ts'
import { notificationText } from '#domain/notifications/notification-text.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { notifications } from './tables/notifications.table.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** A stored notification as the contract shows it; `zone` is the organisation's, for the days its plain English names. */
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
