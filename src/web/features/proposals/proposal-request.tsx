import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { ProposalDecline, type ProposalDetails } from '#contract/proposals.ts'
import { declineProposalMutation } from '#web/api/schedule/proposals.mutations.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { useContractForm } from '#web/components/form/use-contract-form.ts'
import { askedWords, decidersWords } from '#web/components/proposals/request-words.ts'
import { useProposalRights } from '#web/components/proposals/use-proposal-rights.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { timeAgo } from '#web/lib/format-relation.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Shown above the consequences: who asked to apply the proposal, with the button that declines it, or that it was declined. */
export function ProposalRequestState({ proposal }: { proposal: ProposalDetails }) {
  const { zone } = useDateSettings()
  const [nowMs] = useState(Date.now)
  const { request, declined, state, deciders } = proposal
  const { toApply } = useProposalRights(proposal)
  if (state === 'applied' || (!request && !declined)) return null
  return (
    <div className="px-5 pb-3 max-md:px-4">
      {request && (
        <Alert kind="info">
          <span className="flex flex-wrap items-center gap-2">
            <span className="grow">
              {askedWords(request, zone, nowMs)}
              {request.note && `: “${request.note}”`}
              {toApply !== null && <span className="block">{`${sentence(decidersWords(deciders))}.`}</span>}
            </span>
            {toApply === null && <DeclineButton proposal={proposal} askedBy={request.askedBy} />}
          </span>
        </Alert>
      )}
      {declined && (
        <Alert kind="warning">
          Declined by {declined.declinedBy}, {timeAgo(declined.declinedAt, zone, nowMs)}: “{declined.word}”
        </Alert>
      )}
    </div>
  )
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

interface DeclineProps {
  readonly proposal: ProposalDetails
  readonly askedBy: string
}

function DeclineButton(props: DeclineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={<Ban />} onClick={() => setOpen(true)}>
        Decline
      </Button>
      {isOpen && <DeclineDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function DeclineDialog({
  proposal: { proposalId },
  askedBy,
  onClose,
}: DeclineProps & { readonly onClose: () => void }) {
  const decline = useMutation(declineProposalMutation(useQueryClient()))
  const { submit, field, ...frame } = useContractForm({ schema: ProposalDecline, values: { word: '' } })
  return (
    <FormDialog
      size="small"
      title="Decline the request?"
      description={`${askedBy} will be notified, and can change the proposal and ask again.`}
      submitLabel="Decline"
      busyLabel="Declining…"
      frame={frame}
      onSubmit={submit(async ({ word }) => {
        await decline.mutateAsync({ proposalId, word })
        toast.info('Request declined. Nothing has changed.')
        onClose()
      })}
      onClose={onClose}
    >
      <TextField label="Reason" required maxLength={200} {...field('word')} />
    </FormDialog>
  )
}
