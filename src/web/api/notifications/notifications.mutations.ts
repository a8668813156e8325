import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  clearNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
} from '#contract/notifications.ts'
import { call } from '#web/api/client.ts'
import { notificationsKey } from './notifications.queries.ts'

/** Changes the list at once; after a failure the list is read again from the server. */
const optimistic = <Input>(
  client: QueryClient,
  send: (input: Input) => Promise<unknown>,
  change: (list: Notification[], input: Input) => Notification[],
) =>
  mutationOptions({
    mutationFn: send,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey: notificationsKey() })
      client.setQueryData<Notification[]>(notificationsKey(), (list) => list && change(list, input))
    },
    onError: () => client.invalidateQueries({ queryKey: notificationsKey() }),
  })

const asRead = (notification: Notification): Notification =>
  notification.read ? notification : { ...notification, read: true }

export const readNotificationMutation = (client: QueryClient) =>
  optimistic(
    client,
    (id: string) => call(readNotification, { params: { id } }),
    (list, id) => list.map((item) => (item.id === id ? asRead(item) : item)),
  )

export const readAllNotificationsMutation = (client: QueryClient) =>
  optimistic<void>(
    client,
    () => call(readAllNotifications, {}),
    (list) => list.map(asRead),
  )

export const clearNotificationsMutation = (client: QueryClient) =>
  optimistic<void>(
    client,
    () => call(clearNotifications, {}),
    () => [],
  )
