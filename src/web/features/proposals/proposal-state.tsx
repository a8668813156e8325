import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { ProposalDetails } from '#contract/proposals.ts'
import { refreshProposalMutation } from '#web/api/schedule/proposals.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

/** Says that the consequences are outdated, with a refresh button, or that the proposal was applied. */
export function ProposalState({ proposal }: { proposal: ProposalDetails }) {
  const dates = useDateSettings()
  const toTry = useRefusal('tryPlans')
  const refresh = useMutation(refreshProposalMutation(useQueryClient()))
  const { proposalId, version, state, appliedBy, appliedAt, appliedChange } = proposal
  if (state === 'current') return null
  return (
    <div className="px-5 pb-3 max-md:px-4">
      {state === 'applied' ? (
        <Alert kind={appliedChange?.isUndone ? 'info' : 'success'}>
          Applied by {appliedBy} on {formatShortDateTime(appliedAt, dates)}.{' '}
          {appliedChange?.isUndone ? 'It has been undone since.' : 'The plan may have changed since.'}
        </Alert>
      ) : (
        <Alert kind="warning">
          <span className="flex flex-wrap items-center gap-2">
            <span className="grow">The plan has changed. Refresh the preview.</span>
            <Button
              size="small"
              icon={<RotateCcw />}
              disabledReason={toTry}
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
