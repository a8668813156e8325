import { type SQL, sql } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/webhooks.ts'
import type { Announcement } from '#domain/notifications/summarize.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'

/** Channel on which the sender hears of new messages. Its rounds find those that it missed. */
export const webhooksChannel = 'webhook_deliveries'

const eventOf: Partial<Record<Announcement['cause']['code'], WebhookEvent>> = {
  projectLate: 'project.late',
  projectRecovered: 'project.recovered',
  projectShipped: 'project.shipped',
  runFinished: 'run.finished',
}

interface Message {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The webhook event of an announcement; null if there is none. A preview changes nothing, so it has none. */
const messageOf = ({ cause }: Announcement): Message | null => {
  const event = eventOf[cause.code]
  if (event === undefined || (cause.code === 'runFinished' && cause.preview)) return null
  const { code: _, ...data } = { mainCause: null, ...cause }
  const { mainCause: __, ...rest } = data
  return { event, data: rest }
}

interface Sender {
  readonly tenantId: string
  readonly now: Date
}

/** Writes a message for every webhook that the condition selects. */
export const storeMessages = async (
  tx: Tx,
  { tenantId, now }: Sender,
  messages: readonly Message[],
  isWanted: (event: SQL) => SQL,
): Promise<string[]> => {
  const at = now.toISOString()
  const rows = messages.map(({ event, data }) => ({ event, text: JSON.stringify({ event, at, tenantId, data }) }))
  // The id of a message is in its body, and each message to each webhook has its own, so the database writes it into the text. The
  // subquery refers to both, or it would be evaluated once for each webhook.
  const { rows: stored } = await tx.execute<{ deliveryId: string }>(sql`
    insert into webhook_deliveries (tenant_id, delivery_id, webhook_id, event, body, created_at, next_attempt_at)
    select ${tenantId}, d.id, w.webhook_id, m.event, '{"id":"' || d.id || '",' || substr(m.text, 2), ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as m(event text, text text)
    join webhooks w on w.tenant_id = ${tenantId} and ${isWanted(sql`m.event`)}
    cross join lateral (select gen_random_uuid() as id where w.webhook_id is not null and m.event is not null) d
    returning delivery_id as "deliveryId"`)
  if (stored.length > 0) await notify(tx, webhooksChannel, tenantId)
  return stored.map(({ deliveryId }) => deliveryId)
}

/** Writes the messages that announcements of a write lead to, in its transaction: none for what is rolled back. */
export const queueWebhooks = async (tx: Tx, sender: Sender, announcements: readonly Announcement[]): Promise<void> => {
  const messages = announcements.map(messageOf).filter((message) => message !== null)
  // A run is announced to its starter and to all others.
  const unique = new Map(messages.map((message) => [JSON.stringify(message), message]))
  if (unique.size > 0) await storeMessages(tx, sender, [...unique.values()], (event) => sql`w.events ? ${event}`)
}
