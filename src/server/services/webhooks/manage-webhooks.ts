import { randomBytes, randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import {
  mostTestsPerMinute,
  mostWebhooks,
  type Webhook,
  type WebhookDelivery,
  type WebhookInput,
} from '#contract/webhooks.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { webhookDeliveries, webhooks } from '../../db/tables/webhooks.table.ts'
import { NotFoundError, RateLimitedError, RuleError } from '../../errors.ts'
import { storeMessages } from '../records/queue-webhooks.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { writeTenant } from '../records/write-tenant.ts'

type WebhookRow = typeof webhooks.$inferSelect
type DeliveryRow = typeof webhookDeliveries.$inferSelect

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  deliveryId: row.deliveryId,
  event: row.event,
  createdAt: row.createdAt.toISOString(),
  status: row.deliveredAt !== null ? 'delivered' : row.nextAttemptAt !== null ? 'waiting' : 'failed',
  attempts: row.attempts,
  deliveredAt: isoOrNull(row.deliveredAt),
  nextAttemptAt: isoOrNull(row.nextAttemptAt),
  answerStatus: row.answerStatus,
  problem: row.problem,
})

const present = ({ webhookId, url, events, createdAt, createdBy }: WebhookRow, last: DeliveryRow | null): Webhook => ({
  webhookId,
  url,
  createdBy,
  events: [...events],
  createdAt: createdAt.toISOString(),
  lastDelivery: last && presentDelivery(last),
})

const isIt = (ctx: TenantContext, webhookId: string) =>
  and(eq(webhooks.tenantId, ctx.tenantId), eq(webhooks.webhookId, webhookId))

const requireWebhook = async (ctx: TenantContext, tx: Tx, webhookId: string): Promise<WebhookRow> => {
  const [row] = await tx.select().from(webhooks).where(isIt(ctx, webhookId))
  if (!row) throw new NotFoundError()
  return row
}

const selectDeliveries = (ctx: TenantContext, tx: Tx, webhookId: string, limit: number): Promise<DeliveryRow[]> =>
  tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.tenantId, ctx.tenantId), eq(webhookDeliveries.webhookId, webhookId)))
    .orderBy(desc(webhookDeliveries.createdAt), webhookDeliveries.deliveryId)
    .limit(limit)

/** The webhooks of the organization, the oldest first, each with its newest message. */
export const listWebhooks = (ctx: TenantContext): Promise<Webhook[]> =>
  readTenant(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(webhooks)
      .where(eq(webhooks.tenantId, ctx.tenantId))
      .orderBy(webhooks.createdAt, webhooks.webhookId)
    const list: Webhook[] = []
    for (const row of rows) list.push(present(row, (await selectDeliveries(ctx, tx, row.webhookId, 1))[0] ?? null))
    return list
  })

/** The newest 50 messages of a webhook; 404. */
export const listDeliveries = (ctx: TenantContext, { webhookId }: { webhookId: string }): Promise<WebhookDelivery[]> =>
  readTenant(ctx, async (tx) => {
    await requireWebhook(ctx, tx, webhookId)
    return (await selectDeliveries(ctx, tx, webhookId, 50)).map(presentDelivery)
  })

/** Origins to which this server may send. */
export type AllowedOrigins = ReadonlySet<string>

/** True when the server may send to this address: its origin is listed, and it contains no user name or password. */
export const isAllowedTarget = (url: string, allowed: AllowedOrigins): boolean => {
  if (!URL.canParse(url)) return false
  const { origin, username, password } = new URL(url)
  return allowed.has(origin) && username === '' && password === ''
}

/** Creates a webhook. Its secret is in this answer only. 422 for a host that is not allowed, and beyond 20 webhooks. */
export const createWebhook = (
  ctx: TenantContext,
  { input, allowed }: { readonly input: WebhookInput; readonly allowed: AllowedOrigins },
): Promise<Webhook & { readonly webhookSecret: string }> =>
  writeTenant(ctx, async ({ tx, record }) => {
    if (!isAllowedTarget(input.url, allowed)) {
      throw new RuleError('This server does not send to that host. Whoever operates it lists the allowed hosts.')
    }
    const [mine] = await tx.select({ webhooks: count() }).from(webhooks).where(eq(webhooks.tenantId, ctx.tenantId))
    if ((mine?.webhooks ?? 0) >= mostWebhooks)
      throw new RuleError(`An organization has at most ${mostWebhooks} webhooks.`)
    const row: WebhookRow = {
      tenantId: ctx.tenantId,
      webhookId: randomUUID(),
      url: input.url,
      events: [...new Set(input.events)],
      secret: `whsec_${randomBytes(32).toString('base64')}`,
      createdAt: ctx.app.now(),
      createdBy: ctx.userName,
    }
    await tx.insert(webhooks).values(row)
    record.history({
      entity: 'user',
      entityId: ctx.userId,
      action: 'update',
      changes: [{ field: 'webhook', from: null, to: row.url }],
    })
    return { ...present(row, null), webhookSecret: row.secret }
  })

/** Deletes a webhook with its messages; 404. */
export const deleteWebhook = (ctx: TenantContext, { webhookId }: { webhookId: string }): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const { url } = await requireWebhook(ctx, tx, webhookId)
    await tx.delete(webhooks).where(isIt(ctx, webhookId))
    record.history({
      entity: 'user',
      entityId: ctx.userId,
      action: 'update',
      changes: [{ field: 'webhook', from: url, to: null }],
    })
  })

/** Lets the test messages of an organization be written one after the other, and refuses them beyond ten in a minute. */
const requireModeration = async (ctx: TenantContext, tx: Tx): Promise<void> => {
  await tx
    .select({ webhookId: webhooks.webhookId })
    .from(webhooks)
    .where(eq(webhooks.tenantId, ctx.tenantId))
    .orderBy(webhooks.webhookId)
    .for('no key update')
  const minuteAgo = new Date(ctx.app.now().getTime() - 60_000)
  const [row] = await tx
    .select({ sent: count() })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.tenantId, ctx.tenantId),
        sql`${webhookDeliveries.event} = 'test'`,
        gt(webhookDeliveries.createdAt, minuteAgo),
      ),
    )
  if ((row?.sent ?? 0) >= mostTestsPerMinute)
    throw new RateLimitedError(
      60,
      `At most ${mostTestsPerMinute} test messages can be sent in a minute. Try again in a minute.`,
    )
}

/** Queues a message of the event "test"; 404, and 429 beyond ten in a minute. */
export const testWebhook = (ctx: TenantContext, { webhookId }: { webhookId: string }): Promise<WebhookDelivery> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await requireWebhook(ctx, tx, webhookId)
    await requireModeration(ctx, tx)
    const message = { event: 'test', data: { sentBy: ctx.userName } }
    const sender = { tenantId: ctx.tenantId, now: ctx.app.now() }
    const [deliveryId = ''] = await storeMessages(tx, sender, [message], () => sql`w.webhook_id = ${webhookId}`)
    const [row] = await tx
      .select()
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.tenantId, ctx.tenantId), eq(webhookDeliveries.deliveryId, deliveryId)))
    if (!row) throw new Error('A message vanished inside its own transaction')
    return presentDelivery(row)
  })
