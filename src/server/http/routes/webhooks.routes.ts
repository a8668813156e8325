import * as contract from '#contract/webhooks.ts'
import {
  type AllowedOrigins,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  testWebhook,
} from '../../services/webhooks/manage-webhooks.ts'
import { type ServedRoute, serve } from '../serve.ts'

/** `allowed`: to which origins this server may send. */
export const webhooksRoutes = (allowed: AllowedOrigins): readonly ServedRoute[] => [
  serve(contract.listWebhooks, async ({ ctx }) => ({
    allowedOrigins: [...allowed],
    webhooks: await listWebhooks(ctx),
  })),
  serve(contract.postWebhook, ({ ctx, body }) => createWebhook(ctx, { input: body, allowed })),
  serve(contract.deleteWebhook, async ({ ctx, params }) => {
    await deleteWebhook(ctx, params)
    return undefined
  }),
  serve(contract.listWebhookDeliveries, ({ ctx, params }) => listDeliveries(ctx, params)),
  serve(contract.testWebhook, ({ ctx, params }) => testWebhook(ctx, params)),
]
