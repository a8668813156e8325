import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type AccessRequest, AccessRequestInput } from '#contract/access-requests.ts'
import type { MemberAccess } from '#contract/vocabulary.ts'
import { oneWithAccess } from '#domain/access/access-words.ts'
import { higherAccesses } from '#domain/access/ask-for-access.ts'
import type { Role } from '#domain/access/rights.ts'
import { askForAccessMutation, withdrawAccessMutation } from '#web/api/users/access-requests.mutations.ts'
import { AccessChoice } from '#web/components/access/access-choice.tsx'
import { Form } from '#web/components/form/form.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Requests more access, or shows the open request. */
export const AskForm = ({ open, role }: { open: AccessRequest | null; role: Role }) =>
  open ? <OpenRequest request={open} /> : <NewRequest choices={higherAccesses(role)} />

function OpenRequest({ request }: { request: AccessRequest }) {
  const withdraw = useMutation(withdrawAccessMutation(useQueryClient()))
  const dates = useDateSettings()
  const confirm = () =>
    withdraw.mutate(request.requestId, { onSuccess: () => toast.success('Your request was withdrawn') })
  return (
    <Panel title="Your request">
      <div className="p-3">
        <Alert kind="info">Open since {formatShortDateTime(request.requestedAt, dates, Date.now())}.</Alert>
        <p className="mt-3">You ask to be {oneWithAccess(request.access)}.</p>
        <p className="mt-1 break-words text-ink-2">{request.reason}</p>
        <Button className="mt-3" busy={withdraw.isPending} busyLabel="Withdrawing…" onClick={confirm}>
          Withdraw request
        </Button>
      </div>
    </Panel>
  )
}

const Asked = z.required(AccessRequestInput)

function NewRequest({ choices }: { choices: readonly MemberAccess[] }) {
  const ask = useMutation(askForAccessMutation(useQueryClient()))
  const { rebase, submit, field, choice, ...frame } = useRecordForm({
    entityType: 'access-request',
    record: null,
    valuesOf: (): z.input<typeof Asked> => ({ reason: '', access: choices[0] ?? 'admin' }),
    schemaOf: () => Asked,
  })
  return (
    <Panel title="Request more access">
      <Form
        frame={frame}
        onSubmit={submit(async (request) => {
          await ask.mutateAsync(request)
          rebase(null)
          toast.success('Your request was sent to the admins')
        })}
      >
        <AccessChoice choices={choices} {...choice('access')} />
        <TextArea label="Reason" required maxLength={500} {...field('reason')} />
        <Button type="submit" variant="primary" className="self-start" busy={frame.isBusy} busyLabel="Sending…">
          Send request
        </Button>
      </Form>
    </Panel>
  )
}
