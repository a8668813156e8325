import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { type Proposal, ProposalAsk } from '#contract/proposals.ts'
import { askForProposalMutation } from '#web/api/schedule/proposals.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { useSession } from '#web/stores/session.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

interface AskButtonProps extends Pick<ButtonProps, 'size' | 'disabledReason'> {
  readonly proposal: Proposal
  /** Why the reader may not apply it. */
  readonly refusal: string
}

/** Shown instead of Apply to planners who may not apply a proposal: asks those who may. */
export function AskButton({ proposal, refusal, ...look }: AskButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const name = useSession((session) => session.name)
  const askedBy = proposal.request?.askedBy
  const askedBefore = askedBy !== undefined && askedBy !== name && `${askedBy} has already asked`
  return (
    <>
      <Button
        variant="primary"
        icon={<Send />}
        onClick={() => setAsking(true)}
        {...look}
        disabledReason={look.disabledReason ?? askedBefore}
      >
        {proposal.request ? 'Ask again' : 'Ask to apply'}
      </Button>
      {isAsking && <AskDialog proposal={proposal} refusal={refusal} onClose={() => setAsking(false)} />}
    </>
  )
}

interface AskDialogProps extends Pick<AskButtonProps, 'proposal' | 'refusal'> {
  readonly onClose: () => void
}

function AskDialog({ proposal: { proposalId, version, request }, refusal, onClose }: AskDialogProps) {
  const ask = useMutation(askForProposalMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({
    schema: ProposalAsk,
    values: { note: request?.note ?? '' },
  })
  return (
    <FormDialog
      size="small"
      title="Ask to apply"
      description="Those who may apply this proposal will be notified of what it would do."
      submitLabel="Ask"
      busyLabel="Asking…"
      frame={frame}
      onSubmit={submit(async ({ note }) => {
        await ask.mutateAsync({ proposalId, version, note })
        toast.success('Request sent. You will be notified of the answer.')
        onClose()
      })}
      onClose={onClose}
    >
      <p>{refusal}</p>
      <TextField label="Note" placeholder="Why now" maxLength={200} {...field('note')} />
    </FormDialog>
  )
}
