import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { deleteWebhook, postWebhook, testWebhook, type WebhookInput } from '#contract/webhooks.ts'
import { call } from '#web/api/client.ts'
import { webhooksKey } from './webhooks.queries.ts'

const invalidate = (client: QueryClient) => client.invalidateQueries({ queryKey: webhooksKey() })

/** Creates a webhook; only this answer contains its secret. The dialog shows errors. */
export const createWebhookMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: WebhookInput) => call(postWebhook, { body }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

export const deleteWebhookMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (webhookId: string) => call(deleteWebhook, { params: { webhookId } }),
    onSettled: () => invalidate(client),
  })

export const testWebhookMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (webhookId: string) => call(testWebhook, { params: { webhookId } }),
    onSettled: () => invalidate(client),
  })
