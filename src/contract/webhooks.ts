import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './fields.ts'

export const webhookEvents = ['project.late', 'project.recovered', 'project.shipped', 'run.finished'] as const
export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const mostWebhooks = 20
/** Maximum number of test messages of one organization. */
export const mostTestsPerMinute = 10
/** Number of days for which deliveries are listed and stored. */
export const keptDeliveryDays = 14

/** One message to a receiver. `waiting`: it has not been accepted yet, and will be resent. */
export const WebhookDelivery = z.object({
  deliveryId: z.string(),
  event: z.string(),
  createdAt: Instant,
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** When it was accepted; null = not accepted. */
  deliveredAt: z.nullable(Instant),
  nextAttemptAt: z.nullable(Instant),
  /** Status of the last answer; null = none. */
  answerStatus: z.nullable(z.int()),
  /** Why there was no answer. */
  problem: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** An address that receives events of the organization. */
export const Webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  createdAt: Instant,
  createdBy: z.string(),
  /** The newest message; null = none yet. */
  lastDelivery: z.nullable(WebhookDelivery),
})
export type Webhook = z.infer<typeof Webhook>

/** The operator of the server lists the origins to which it may send, such as `https://hooks.example.com`. */
const WebhookList = z.object({ allowedOrigins: z.array(z.string()), webhooks: z.array(Webhook) })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/webhooks',
  access: 'manageWebhooks',
  summary: 'The webhooks of the organization, and where this server may send',
  failed: 'Failed to fetch webhooks',
  response: WebhookList,
})

export const WebhookInput = z.object({
  url: z.pipe(
    z.string().check(z.trim(), z.maxLength(2_000)),
    z.url({ protocol: /^https?$/, error: 'Enter a complete address, such as https://hooks.example.com/plan' }),
  ),
  events: z.array(WebhookEvent).check(z.minLength(1, 'Choose at least one event'), z.maxLength(webhookEvents.length)),
})
export type WebhookInput = z.infer<typeof WebhookInput>

/** 422 for a host that this server does not allow, and beyond 20 webhooks. */
export const postWebhook = endpoint({
  method: 'POST',
  path: '/webhooks',
  access: 'manageWebhooks',
  summary: 'Create a webhook; the secret that signs its messages is shown only once',
  failed: 'Failed to create the webhook',
  body: WebhookInput,
  response: z.extend(Webhook, {
    /** Base64 after `whsec_`; null in an answer repeated under its Idempotency-Key. */
    webhookSecret: z.nullable(z.string()),
  }),
  status: 201,
})

const params = z.object({ webhookId: Id })

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/webhooks/:webhookId',
  access: 'manageWebhooks',
  summary: 'Delete a webhook; nothing more is sent to it',
  failed: 'Failed to delete the webhook',
  params,
  response: z.undefined(),
  status: 204,
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/webhooks/:webhookId/deliveries',
  access: 'manageWebhooks',
  summary: 'The newest 50 messages of a webhook',
  failed: 'Failed to fetch the messages of the webhook',
  params,
  response: z.array(WebhookDelivery),
})

/** 429 beyond ten in a minute. */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/:webhookId/test',
  access: 'manageWebhooks',
  summary: 'Send a message of the event "test"',
  failed: 'Failed to send the test message',
  params,
  response: WebhookDelivery,
  status: 202,
})
