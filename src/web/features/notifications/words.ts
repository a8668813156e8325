import type { Notification } from '#contract/notifications.ts'
import { notificationText } from '#domain/notifications/notification-text.ts'
import { type DateSettings, formatDate } from '#web/lib/format-date.ts'

/** Title and message in the reader's format and zone; those of a note, and of another server, are the words of their author. */
export const wordsOf = ({ cause, title, message }: Notification, dates: DateSettings) => ({
  ...((cause && notificationText(cause, (iso) => formatDate(iso, dates))) ?? { title, message }),
  from: cause?.code === 'note' ? cause.fromName : null,
})
