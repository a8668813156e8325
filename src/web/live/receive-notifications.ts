import { hashKey, type QueryClient } from '@tanstack/react-query'
import { listNotifications, listUnreadNotifications, type Notification } from '#contract/notifications.ts'
import { limits } from '#contract/vocabulary.ts'
import { call } from '#web/api/client.ts'
import { mergeNotifications, mergeUnread } from '#web/api/notifications/merge-notifications.ts'
import { notificationsKey } from '#web/api/notifications/notifications.queries.ts'
import { announceArrival } from '#web/stores/notifications.ts'
import { isUnsure } from './apply-event.ts'
import { withNotificationToken } from './notification-token.ts'

/** Ids that this tab has seen, oldest first, so that each notification is announced only once. */
const seen = new Set<string>()
const seenLimit = 10 * limits.keptNotifications

const isNew = ({ id }: Notification): boolean => {
  if (seen.has(id)) return false
  seen.add(id)
  for (const oldest of seen) {
    if (seen.size <= seenLimit) break
    seen.delete(oldest)
  }
  return true
}

const held = (client: QueryClient) => client.getQueryData<Notification[]>(notificationsKey()) ?? []

/** Announces the unread notifications that this tab has not seen, oldest first. */
const announceNew = (newestFirst: readonly Notification[]): void => {
  const arrived = newestFirst.filter((notification) => isNew(notification) && !notification.read)
  for (const notification of arrived.toReversed()) announceArrival(notification)
}

const store = (
  client: QueryClient,
  incoming: readonly Notification[],
  merge: typeof mergeNotifications = mergeNotifications,
) => {
  const known = held(client)
  if (incoming.length > 0 || known.length > 0) {
    client.setQueryData<Notification[]>(notificationsKey(), merge(known, incoming))
  }
  announceNew(incoming)
}

/**
 * Announces unread notifications of a list answer that arrives before their own messages. The first answer of a session
 * is not announced. Returns a function that stops it.
 */
export const announceFromList = (client: QueryClient): (() => void) => {
  const hash = hashKey(notificationsKey())
  let isFirst = true
  const take = () => {
    if (isFirst) for (const notification of held(client)) isNew(notification)
    else announceNew(held(client))
    isFirst = false
  }
  if (client.getQueryState(notificationsKey())?.dataUpdatedAt) take()
  return client.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
    if (isAnswer && event.query.queryHash === hash) take()
  })
}

/** Handles a notification from the socket, which may be a duplicate. */
export const receiveNotification = (client: QueryClient, notification: Notification): void =>
  store(client, [notification])

/** Returns a check that user and organization are unchanged. An answer that arrives after a switch is dropped. */
const sameSession = (): (() => boolean) => {
  const before = JSON.stringify(notificationsKey())
  return () => JSON.stringify(notificationsKey()) === before
}

/** Whether notifications older than the messages of the last `knownForMs` may have been missed. */
export const mayHaveMissedNotifications = (client: QueryClient, knownForMs: number): boolean =>
  client
    .getQueryCache()
    .findAll({ queryKey: notificationsKey() })
    .some((query) => isUnsure(query, knownForMs))

/** After a gap: reads everything since the last known notification, then the whole list to learn which were read or withdrawn. */
export const catchUpNotifications = async (client: QueryClient): Promise<void> => {
  const newest = held(client)[0]
  const isStill = sameSession()
  const since = newest ? await call(listNotifications, { query: { after: newest.id } }) : []
  if (!isStill()) return
  store(client, since)
  await client.invalidateQueries({ queryKey: notificationsKey() })
}

/** Without a socket: reads the unread notifications with the notification token. */
export const pollNotifications = async (client: QueryClient): Promise<void> => {
  const isStill = sameSession()
  const unread = await withNotificationToken((bearer) =>
    call(listUnreadNotifications, {}, { bearer, keeps401: true, fresh: true }),
  )
  if (isStill()) store(client, unread, mergeUnread)
}
