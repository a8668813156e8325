import { isNotNull, sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { instant, tenantId } from './columns.ts'
import { tenants } from './tenants.table.ts'

/** Addresses that are told of events. The secret is stored as it is, because it signs every message. */
export const webhooks = pgTable(
  'webhooks',
  {
    tenantId: tenantId(),
    webhookId: uuid('webhook_id').notNull(),
    url: text('url').notNull(),
    events: jsonb('events').$type<readonly WebhookEvent[]>().notNull(),
    secret: text('secret').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.webhookId] }),
    foreignKey({ columns: [table.tenantId], foreignColumns: [tenants.tenantId] }).onDelete('cascade'),
  ],
)

/** Messages to them, written with their cause; kept for 14 days. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    tenantId: tenantId(),
    deliveryId: uuid('delivery_id').notNull(),
    webhookId: uuid('webhook_id').notNull(),
    event: text('event').notNull(),
    /** The body exactly as it is sent and signed. */
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** null = it was accepted, or given up. While a server sends it, the time at which another one may try. */
    nextAttemptAt: instant('next_attempt_at'),
    deliveredAt: instant('delivered_at'),
    answerStatus: integer('answer_status'),
    problem: text('problem'),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.deliveryId] }),
    foreignKey({
      columns: [table.tenantId, table.webhookId],
      foreignColumns: [webhooks.tenantId, webhooks.webhookId],
    }).onDelete('cascade'),
    index('webhook_deliveries_webhook').on(table.tenantId, table.webhookId, table.deliveryId),
    // The messages that wait, by receiver: each organization gets its turn, however many messages another one has.
    index('webhook_deliveries_waiting')
      .on(table.tenantId, table.webhookId, table.nextAttemptAt)
      .where(isNotNull(table.nextAttemptAt)),
    index('webhook_deliveries_test').on(table.tenantId, table.createdAt).where(sql`event = 'test'`),
  ],
)
