import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AccessRequest } from '#contract/access-requests.ts'
import { askForAccessMutation, withdrawAccessMutation } from '#web/api/access-requests.mutations.ts'
import { errorSentence } from '#web/api/api-error.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Asks for admin rights, or shows the request that waits. */
export function AskForm({ open }: { open: AccessRequest | null }) {
  const ask = useMutation(askForAccessMutation(useQueryClient()))
  const withdraw = useMutation(withdrawAccessMutation(useQueryClient()))
  const dates = useDateSettings()
  const [reason, setReason] = useState('')
  const words = reason.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words === '' || ask.isPending) return
    ask.mutate(
      { reason: words },
      {
        onSuccess: () => {
          setReason('')
          toast.success('Your request was sent to the admins')
        },
      },
    )
  }
  if (open) {
    return (
      <Panel title="Your request">
        <div className="p-3">
          <Alert kind="info">Open since {formatShortDateTime(open.requestedAt, dates, Date.now())}.</Alert>
          <p className="mt-3 break-words">{open.reason}</p>
          <Button
            className="mt-3"
            busy={withdraw.isPending}
            busyLabel="Withdrawing…"
            onClick={() =>
              withdraw.mutate(open.requestId, { onSuccess: () => toast.success('Your request was withdrawn') })
            }
          >
            Withdraw request
          </Button>
        </div>
      </Panel>
    )
  }
  return (
    <Panel title="Request admin rights">
      <form className="flex flex-col gap-3 p-3" noValidate onSubmit={submit}>
        {ask.isError && <Alert onDismiss={ask.reset}>{errorSentence(ask.error)}</Alert>}
        <TextArea
          label="Reason"
          required
          maxLength={500}
          description="Admins manage users, shifts, holidays, work centers and settings."
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          busy={ask.isPending}
          busyLabel="Sending…"
          disabledReason={words === '' && 'Enter a reason'}
        >
          Send request
        </Button>
      </form>
    </Panel>
  )
}
