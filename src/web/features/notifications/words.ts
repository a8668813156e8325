import type { Notification } from '#contract/notifications.ts'
import { notificationText } from '#domain/notifications/notification-text.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'

/** Title and message in the reader's format and zone; notes, and notifications of another server, keep their own words. */
export const wordsOf = ({ cause, title, message }: Notification, dates: DateSettings) => ({
  ...((cause && notificationText(cause, (iso) => formatShipDate(iso, dates))) ?? { title, message }),
  from: cause?.code === 'note' ? cause.fromName : null,
})
