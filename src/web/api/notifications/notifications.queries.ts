import { queryOptions } from '@tanstack/react-query'
import { listNotifications, listUnreadNotifications, type Notification } from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'
import { readKeptNotifications } from '#web/stores/notifications.ts'
import { mergeNotifications } from './merge-notifications.ts'

export const notificationsKey = () => tenantKey('notifications', 'list')

/** The user's notifications, newest first, at most 100; until the server answers, those stored in this browser. */
export const notificationsQuery = () =>
  queryOptions({
    queryKey: notificationsKey(),
    queryFn: async ({ signal, client, queryKey }) => {
      const cached = () => client.getQueryData<Notification[]>(queryKey) ?? []
      const before = new Set(cached().map(({ id }) => id))
      const answer = await call(listNotifications, { query: {} }, { signal }).catch(
        // The specified call returns only unread ones. Without a token the session authenticates it.
        orPlainly(() => call(listUnreadNotifications, {}, { signal, keeps401: true })),
      )
      // The answer may lack notifications that arrived over the socket during the request.
      return mergeNotifications(
        answer,
        cached().filter(({ id }) => !before.has(id)),
      )
    },
    initialData: () => {
      const stored = readKeptNotifications()
      return stored.length > 0 ? stored : undefined
    },
    initialDataUpdatedAt: 0,
  })
