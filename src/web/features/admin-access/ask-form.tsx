import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AccessRequest, AccessRequestInput } from '#contract/access-requests.ts'
import { askForAccessMutation, withdrawAccessMutation } from '#web/api/access-requests.mutations.ts'
import { Form } from '#web/components/form/form.tsx'
import { useRecordForm } from '#web/components/form/use-record-form.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Asks for admin rights, or shows the open request. */
export const AskForm = ({ open }: { open: AccessRequest | null }) =>
  open ? <OpenRequest request={open} /> : <NewRequest />

function OpenRequest({ request }: { request: AccessRequest }) {
  const withdraw = useMutation(withdrawAccessMutation(useQueryClient()))
  const dates = useDateSettings()
  const confirm = () =>
    withdraw.mutate(request.requestId, { onSuccess: () => toast.success('Your request was withdrawn') })
  return (
    <Panel title="Your request">
      <div className="p-3">
        <Alert kind="info">Open since {formatShortDateTime(request.requestedAt, dates, Date.now())}.</Alert>
        <p className="mt-3 break-words">{request.reason}</p>
        <Button className="mt-3" busy={withdraw.isPending} busyLabel="Withdrawing…" onClick={confirm}>
          Withdraw request
        </Button>
      </div>
    </Panel>
  )
}

function NewRequest() {
  const ask = useMutation(askForAccessMutation(useQueryClient()))
  const { rebase, submit, field, ...frame } = useRecordForm({
    entityType: 'access-request',
    record: null,
    valuesOf: () => ({ reason: '' }),
    schemaOf: () => AccessRequestInput,
  })
  return (
    <Panel title="Request admin rights">
      <Form
        frame={frame}
        onSubmit={submit(async (request) => {
          await ask.mutateAsync(request)
          rebase(null)
          toast.success('Your request was sent to the admins')
        })}
      >
        <TextArea
          label="Reason"
          required
          maxLength={500}
          description="Admins manage users, shifts, holidays, work centers and settings."
          {...field('reason')}
        />
        <Button type="submit" variant="primary" className="self-start" busy={frame.isBusy} busyLabel="Sending…">
          Send request
        </Button>
      </Form>
    </Panel>
  )
}
