import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { Proposal } from '#contract/proposals.ts'
import { mayMake } from '#domain/access/proposed-changes.ts'
import { movedWords } from '#domain/scheduling/moved-words.ts'
import { applyProposalMutation } from '#web/api/proposals.mutations.ts'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { useActor } from '#web/stores/actor.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

const staleReason = 'The plan changed meanwhile. Refresh the preview.'

/** Until those of the organization are known. The server refuses, where it must. */
const usualRights = { plannersChangeWorkingTime: true, plannersApplyPlans: true }

interface ApplyButtonProps extends Pick<ButtonProps, 'size'> {
  readonly proposal: Proposal
  readonly onApplied?: () => void
}

/** Makes a proposal the plan, in the version that the reader sees. */
export function ApplyButton({ proposal, onApplied, size }: ApplyButtonProps) {
  const client = useQueryClient()
  const rights = useQuery(tenantSettingsQuery()).data
  const decision = mayMake(useActor(), proposal.changes, rights ?? usualRights)
  const apply = useMutation({
    ...applyProposalMutation(client),
    onSuccess: ({ changeId, changedOperations: moved, proposal: { movedAsForecast: asForecast } }) => {
      toast.success(`Applied: ${movedWords({ moved, asForecast }, 'did')}`, {
        ...(changeId && {
          action: { label: 'Undo', onClick: () => void requestUndo({ verb: 'undo', changeId }) },
        }),
      })
      onApplied?.()
    },
  })
  return (
    <Button
      variant="primary"
      size={size}
      icon={<Check />}
      busy={apply.isPending}
      busyLabel="Applying…"
      disabledReason={proposal.state === 'stale' ? staleReason : !decision.ok && decision.reason}
      onClick={() => apply.mutate(proposal)}
    >
      Apply
    </Button>
  )
}
