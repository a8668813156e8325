import type { Notification } from '#contract/notifications.ts'
import { limits } from '#contract/vocabulary.ts'

/** Ids of our server sort by time; ids of other servers need not. */
const newerFirst = (a: Notification, b: Notification): number =>
  Date.parse(b.timestamp) - Date.parse(a.timestamp) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Newest first, each id once, at most 100. The later of two copies wins, but a read notification stays read. */
export const mergeNotifications = (
  known: readonly Notification[],
  incoming: readonly Notification[],
): Notification[] => {
  const byId = new Map(known.map((notification) => [notification.id, notification]))
  for (const notification of incoming) {
    const read = notification.read || byId.get(notification.id)?.read === true
    byId.set(notification.id, { ...notification, read })
  }
  const newestFirst = [...byId.values()].sort(newerFirst)
  return newestFirst.slice(0, limits.keptNotifications)
}

/** The list after `GET /notifications/unread`, which returns all unread ones. All others have been read elsewhere. */
export const mergeUnread = (known: readonly Notification[], unread: readonly Notification[]): Notification[] => {
  const ids = new Set(unread.map(({ id }) => id))
  const withRead = known.map((item) => (item.read || ids.has(item.id) ? item : { ...item, read: true }))
  return mergeNotifications(withRead, unread)
}
