import { useMutation, useQueryClient } from '@tanstack/react-query'
import { WebhookInput, webhookEvents } from '#contract/webhooks.ts'
import { createWebhookMutation } from '#web/api/integrations/webhooks.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { ShownOnceDialog } from '#web/components/shown-once/shown-once-dialog.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { eventWords } from './webhook-words.ts'

type WebhookDialogProps = { allowedOrigins: readonly string[]; onClose: () => void }

/** Creates a webhook, and shows its secret once. */
export function WebhookDialog({ allowedOrigins, onClose }: WebhookDialogProps) {
  const create = useMutation(createWebhookMutation(useQueryClient()))
  const values: WebhookInput = { url: '', events: [...webhookEvents] }
  const { form, submit, field, choice, problemOf, ...frame } = useContractForm({
    schema: WebhookInput,
    values,
    mode: 'onSubmit',
  })
  const made = create.data
  if (made) {
    return (
      <ShownOnceDialog
        title="Webhook created"
        description="The receiver checks with this secret that a message comes from here (HMAC-SHA256, Standard Webhooks)."
        label="Secret"
        text={made.webhookSecret ?? ''}
        hint="Store it like a password. It is shown only once."
        onClose={onClose}
      />
    )
  }
  const { value: chosen, onChange } = choice('events')
  const problem = problemOf('events')
  return (
    <FormDialog
      size="small"
      title="New webhook"
      description="This server sends a message to the address whenever one of the events happens."
      submitLabel="Create webhook"
      busyLabel="Creating…"
      frame={frame}
      onSubmit={submit((input) => create.mutateAsync(input))}
      onClose={onClose}
    >
      <TextField
        label="Address"
        type="url"
        required
        autoComplete="off"
        maxLength={2_000}
        placeholder={`${allowedOrigins[0] ?? 'https://hooks.example.com'}/…`}
        description={`Allowed here: ${allowedOrigins.join(', ')}`}
        {...field('url')}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-ink-2 text-label">Events</legend>
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            label={eventWords[event]}
            checked={chosen.includes(event)}
            onChange={({ target }) =>
              onChange(webhookEvents.filter((each) => (each === event ? target.checked : chosen.includes(each))))
            }
          />
        ))}
        {problem && (
          <p role="alert" className="text-crit-text text-label">
            {problem}
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}
