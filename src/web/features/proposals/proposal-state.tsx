import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { Proposal } from '#contract/proposals.ts'
import { refreshProposalMutation } from '#web/api/proposals.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** Above the consequences: that they are out of date, with the button that computes them again, or that they came about. */
export function ProposalState({ proposal }: { proposal: Proposal }) {
  const dates = useDateSettings()
  const refresh = useMutation(refreshProposalMutation(useQueryClient()))
  const { proposalId, version, state, appliedBy, appliedAt } = proposal
  if (state === 'current') return null
  return (
    <div className="px-5 pb-3 max-md:px-4">
      {state === 'applied' ? (
        <Alert kind="success">
          Applied by {appliedBy} on {formatDateTime(appliedAt, dates)}. The plan may have changed since.
        </Alert>
      ) : (
        <Alert kind="warning">
          <span className="flex flex-wrap items-center gap-2">
            <span className="grow">The plan changed meanwhile. Refresh the preview.</span>
            <Button
              size="small"
              icon={<RotateCcw />}
              busy={refresh.isPending}
              busyLabel="Computing…"
              onClick={() => refresh.mutate({ proposalId, version })}
            >
              Refresh
            </Button>
          </span>
        </Alert>
      )}
    </div>
  )
}
