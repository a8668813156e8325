import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '#contract/webhooks.ts'
import { deleteWebhookMutation } from '#web/api/integrations/webhooks.mutations.ts'
import { webhooksQuery } from '#web/api/integrations/webhooks.queries.ts'
import { Loaded } from '#web/components/loaded/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { eventsOf, statusWords } from './webhook-words.ts'

type Action = { kind: 'create' } | { kind: 'messages' | 'delete'; webhook: Webhook }
type OnAction = (action: Action) => void

/** One webhook: its address, its events and its last message. */
function WebhookRow({ webhook, onAction }: { webhook: Webhook; onAction: OnAction }) {
  const { url, lastDelivery } = webhook
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <span className="text-ink-3">
        <WebhookIcon />
      </span>
      <div className="min-w-40 grow basis-0">
        <p className="truncate">{url}</p>
        <p className="text-ink-3 text-label">
          {eventsOf(webhook)}
          {lastDelivery && ` · last message: ${statusWords(lastDelivery)}`}
        </p>
      </div>
      <span className="flex gap-2">
        <Button size="small" aria-label={`Messages of ${url}`} onClick={() => onAction({ kind: 'messages', webhook })}>
          Messages
        </Button>
        <Button size="small" aria-label={`Delete ${url}`} onClick={() => onAction({ kind: 'delete', webhook })}>
          Delete
        </Button>
      </span>
    </li>
  )
}

function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useMutation(deleteWebhookMutation(useQueryClient()))
  const confirm = () =>
    remove.mutate(webhook.webhookId, { onSuccess: () => toast.success('Webhook deleted'), onSettled: onClose })
  return (
    <ConfirmDialog
      danger
      open
      title="Delete the webhook?"
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting…"
      onConfirm={confirm}
      onCancel={onClose}
    >
      <span className="break-all">{webhook.url}</span> gets no more messages, including those waiting to be sent.
    </ConfirmDialog>
  )
}

/** The webhooks of the organization, which receive its events. */
export function WebhooksPanel() {
  const query = useQuery(webhooksQuery())
  const [action, setAction] = useState<Action | null>(null)
  const allowedOrigins = query.data?.allowedOrigins ?? []
  const onClose = () => setAction(null)
  return (
    <Panel
      title="Webhooks"
      actions={
        allowedOrigins.length > 0 && (
          <Button size="small" icon={<Plus />} onClick={() => setAction({ kind: 'create' })}>
            New webhook
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <p className="p-3 text-ink-3">
              {allowedOrigins.length > 0
                ? 'Notify other systems when a project becomes late, recovers or ships, and when a run finishes.'
                : 'This server sends no webhooks. Its operator must list the allowed hosts in WEBHOOK_ALLOWED_HOSTS.'}
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {webhooks.map((webhook) => (
                <WebhookRow key={webhook.webhookId} webhook={webhook} onAction={setAction} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {action?.kind === 'create' && <WebhookDialog allowedOrigins={allowedOrigins} onClose={onClose} />}
      {action?.kind === 'messages' && <DeliveriesDialog webhook={action.webhook} onClose={onClose} />}
      {action?.kind === 'delete' && <DeleteDialog webhook={action.webhook} onClose={onClose} />}
    </Panel>
  )
}
