import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { minuteMs } from '#domain/time/units.ts'
import type { AppServices } from '../../context.ts'
import { unkept } from '../../db/kept-reads.ts'
import { webhookDeliveries } from '../../db/tables/webhooks.table.ts'

/** A message that this process sends now. */
export interface ClaimedDelivery {
  readonly tenantId: string
  readonly webhookId: string
  readonly deliveryId: string
  readonly body: string
  readonly attempts: number
  readonly url: string
  readonly secret: string
}

/** A server that has claimed a message and died loses it after this time. */
const claimMs = 60_000
/** Waiting times after each failed attempt; after the last one the message is given up. About a day in all. */
const backOffMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs)

/** The most messages of one webhook that one process sends at the same time. */
const mostOfWebhook = 2
/** The same for all webhooks of one organization. */
const mostOfTenant = 4

interface Claim {
  /** Number of further messages that this process can send now. */
  readonly free: number
  readonly underWay: Iterable<ClaimedDelivery>
}

/**
 * Claims messages that are due, so that no other process sends them at the same time. Organizations take turns, and one webhook or
 * organization gets few at a time, so a receiver that is slow to answer delays only its own messages.
 */
export const claimDeliveries = (app: AppServices, { free, underWay }: Claim): Promise<ClaimedDelivery[]> =>
  app.db.withSystem(async (tx) => {
    const now = sql`${app.now().toISOString()}::timestamptz`
    const until = new Date(app.now().getTime() + claimMs).toISOString()
    const sending = JSON.stringify([...underWay].map(({ tenantId: t, webhookId: w }) => ({ t, w })))
    const { rows } = await tx.execute<Record<keyof ClaimedDelivery, unknown>>(sql`
      with sending as (select t, w from jsonb_to_recordset(${sending}::jsonb) as x (t uuid, w uuid)),
      due as (
        select d.*, row_number() over (partition by d.tenant_id order by d.next_attempt_at)
          + (select count(*) from sending where t = d.tenant_id) as turn
        from webhooks w join tenants t on t.tenant_id = w.tenant_id and t.status = 'Active'
        cross join lateral (select tenant_id, delivery_id, next_attempt_at from webhook_deliveries
          where tenant_id = w.tenant_id and webhook_id = w.webhook_id and next_attempt_at <= ${now} order by next_attempt_at
          limit greatest(0, ${mostOfWebhook} - (select count(*) from sending s where s.t = w.tenant_id and s.w = w.webhook_id))) d)
      update webhook_deliveries d set next_attempt_at = ${until}::timestamptz from webhooks w
      where w.tenant_id = d.tenant_id and w.webhook_id = d.webhook_id and (d.tenant_id, d.delivery_id) in (
        select tenant_id, delivery_id from due where turn <= ${mostOfTenant} order by turn, next_attempt_at limit ${free})
        -- Another process may have claimed it meanwhile.
        and d.next_attempt_at <= ${now}
      returning d.tenant_id as "tenantId", d.webhook_id as "webhookId", d.delivery_id as "deliveryId", d.body, d.attempts, w.url, w.secret`)
    return rows.map(({ tenantId, webhookId, deliveryId, body, attempts, url, secret }) => ({
      tenantId: String(tenantId),
      webhookId: String(webhookId),
      deliveryId: String(deliveryId),
      body: String(body),
      attempts: Number(attempts),
      url: String(url),
      secret: String(secret),
    }))
  }, unkept)

/**
 * The headers that let a receiver check a message (Standard Webhooks): its id, the time in seconds, and the HMAC-SHA256 of
 * id, time and body.
 */
export const signatureHeaders = (
  { deliveryId, body, secret }: Pick<ClaimedDelivery, 'deliveryId' | 'body' | 'secret'>,
  now: Date,
): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${deliveryId}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': deliveryId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** The answer of a receiver, or why there was none. */
export type Outcome = { readonly status: number } | { readonly problem: string }

/** Stores how an attempt ended: accepted (2xx), to be tried again, or given up. */
export const storeOutcome = async (
  app: AppServices,
  { tenantId, deliveryId, attempts }: ClaimedDelivery,
  outcome: Outcome,
): Promise<void> => {
  const now = app.now()
  const answerStatus = 'status' in outcome ? outcome.status : null
  const isAccepted = answerStatus !== null && answerStatus >= 200 && answerStatus < 300
  const waitMs = backOffMs[attempts]
  const nextAttemptAt = isAccepted || waitMs === undefined ? null : new Date(now.getTime() + waitMs)
  await app.db.withSystem(
    (tx) =>
      tx
        .update(webhookDeliveries)
        .set({
          attempts: attempts + 1,
          deliveredAt: isAccepted ? now : null,
          nextAttemptAt,
          answerStatus,
          problem: 'problem' in outcome ? outcome.problem.slice(0, 200) : null,
        })
        .where(and(eq(webhookDeliveries.tenantId, tenantId), eq(webhookDeliveries.deliveryId, deliveryId))),
    unkept,
  )
}
