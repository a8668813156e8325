import { queryOptions } from '@tanstack/react-query'
import { listWebhookDeliveries, listWebhooks } from '#contract/webhooks.ts'
import { call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'

/** Key of the webhooks; live events do not report them. */
export const webhooksKey = (...parts: readonly unknown[]) => [...tenantScope(), 'webhooks', ...parts] as const

/** The webhooks of the organization, and the hosts to which this server may send; admins only. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: webhooksKey('list'),
    queryFn: ({ signal }) => call(listWebhooks, {}, { signal }),
    staleTime: 0,
  })

/** The latest messages of one webhook; polled every five seconds, because they are sent in the meantime. */
export const webhookDeliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: webhooksKey('deliveries', webhookId),
    queryFn: ({ signal }) => call(listWebhookDeliveries, { params: { webhookId } }, { signal }),
    staleTime: 0,
    refetchInterval: 5_000,
  })
