import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { testWebhookMutation } from '#web/api/integrations/webhooks.mutations.ts'
import { webhookDeliveriesQuery } from '#web/api/integrations/webhooks.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { eventWord, statusWords } from './webhook-words.ts'

/** One message: its event, its status, and when it is sent again. */
function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const dates = useDateSettings()
  const { createdAt, attempts, status, nextAttemptAt } = delivery
  return (
    <li className="border-line px-3 py-2 not-first:border-t">
      <p>
        {eventWord(delivery.event)} · {statusWords(delivery)}
      </p>
      <p className="text-ink-3 text-label tabular-nums">
        {formatShortDateTime(createdAt, dates)}
        {attempts > 1 && ` · ${attempts} attempts`}
        {status === 'waiting' && attempts > 0 && ` · next attempt ${formatShortDateTime(nextAttemptAt, dates)}`}
      </p>
    </li>
  )
}

/** The latest messages of a webhook, and the button that sends a test message. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const query = useQuery(webhookDeliveriesQuery(webhook.webhookId))
  const test = useMutation(testWebhookMutation(useQueryClient()))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Messages of the webhook"
      description={<span className="break-all">{webhook.url}</span>}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button icon={<Send />} busy={test.isPending} onClick={() => test.mutate(webhook.webhookId)}>
            Send test message
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className="text-ink-3">No messages in the last 14 days.</p>
          ) : (
            <ul aria-live="polite" className="rounded border border-line-2">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.deliveryId} delivery={delivery} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
