import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { invalidateProjects } from '#web/api/projects.mutations.ts'
import { cancelRunMutation } from '#web/api/scheduling-runs.mutations.ts'
import { runQuery } from '#web/api/scheduling-runs.queries.ts'
import { useLiveState } from '#web/stores/live-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { ShiftAssumption } from '../shift-assumption/shift-assumption.tsx'
import { RunEffects } from './run-effects.tsx'
import { RunFigures } from './run-figures.tsx'
import { RunFindings } from './run-findings.tsx'
import { RunOutcome } from './run-outcome.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunRecent } from './run-recent.tsx'
import { closingWords, isDone, scopeWords } from './run-sentences.ts'
import { RunStatusChip } from './run-status-chip.tsx'

/** A run while it computes and what became of it (specification 2.7 and 4.7). */
export function RunDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const client = useQueryClient()
  const { data: run } = useQuery(runQuery(runId))
  const cancel = useMutation(cancelRunMutation(client))
  const mainButton = useRef<HTMLButtonElement>(null)
  const done = run !== undefined && isDone(run)
  const status = run?.status

  const closing = done ? closingWords(run) : ''

  useEffect(() => {
    if (closing !== '') announce(closing)
  }, [closing])

  useEffect(() => {
    // Over the socket the server announces the new plan, to this browser as to all others.
    if (status === 'Succeeded' && useLiveState.getState().state !== 'open') void invalidateProjects(client)
  }, [status, client])

  // While a cancel is on its way the dialog stays: closing it would hide whether the plan was kept.
  const dismissible = !cancel.isPending
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && dismissible && onClose()}
      dismissible={dismissible}
      title="Scheduling Projects"
      description={scopeWords(run)}
      status={run && <RunStatusChip status={run.status} />}
      initialFocus={mainButton}
      footer={
        <>
          <span className="mr-auto text-ink-3 text-label max-md:hidden">
            {run?.preview
              ? 'Preview: the current plan does not change.'
              : !done && 'The current plan stays in use until the run finishes.'}
          </span>
          {done ? (
            <Button ref={mainButton} variant="primary" onClick={onClose}>
              Close
            </Button>
          ) : (
            <Button
              ref={mainButton}
              busy={cancel.isPending}
              busyLabel="Cancelling…"
              disabledReason={!run && 'The run has not started yet'}
              onClick={() => cancel.mutate(runId)}
            >
              Cancel Scheduling
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ShiftAssumption look="box" onFollow={onClose} />
        <RunProgress run={run} />
        {run && <RunFigures run={run} />}
        {run && done && <RunOutcome run={run} onReverted={onClose} />}
        {run?.status === 'Succeeded' && (
          <>
            <RunEffects run={run} onFollow={onClose} />
            <RunFindings run={run} onFollow={onClose} />
          </>
        )}
        {run && <RunRecent key={String(done)} run={run} />}
      </div>
    </Dialog>
  )
}
