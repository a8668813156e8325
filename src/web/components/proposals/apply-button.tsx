import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ProposalDetails } from '#contract/proposals.ts'
import { movedWords } from '#domain/scheduling/moved-words.ts'
import { applyProposalMutation } from '#web/api/schedule/proposals.mutations.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AskButton } from './ask-button.tsx'
import { useProposalRights } from './use-proposal-rights.ts'

const staleReason = 'The plan has changed. Refresh the preview.'

interface ApplyButtonProps extends Pick<ButtonProps, 'size'> {
  readonly proposal: ProposalDetails
  readonly onApplied?: () => void
}

/** Applies a proposal in the version that the reader sees. Planners who may not apply it get a button that asks for it. */
export function ApplyButton({ proposal, onApplied, size }: ApplyButtonProps) {
  const client = useQueryClient()
  const toTry = useRefusal('tryPlans')
  const { toApply, toUndo } = useProposalRights(proposal)
  const isStale = proposal.state === 'stale' && staleReason
  const apply = useMutation({
    ...applyProposalMutation(client),
    onSuccess: ({ changeId, changedOperations: moved, proposal: { movedAsForecast: asForecast } }) => {
      const canUndo = changeId !== null && toUndo === null
      toast.success(`Applied: ${movedWords({ moved, asForecast }, 'did')}`, {
        ...(canUndo && {
          action: { label: 'Undo', onClick: () => void requestUndo({ verb: 'undo', changeId }) },
        }),
      })
      onApplied?.()
    },
  })
  if (toApply !== null && toTry === null) {
    return <AskButton proposal={proposal} size={size} refusal={toApply} disabledReason={isStale} />
  }
  return (
    <Button
      variant="primary"
      size={size}
      icon={<Check />}
      busy={apply.isPending}
      busyLabel="Applying…"
      disabledReason={toTry ?? isStale}
      onClick={() => apply.mutate(proposal)}
    >
      Apply
    </Button>
  )
}
