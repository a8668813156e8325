import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, LoaderCircle, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { invalidateProjects } from '#web/api/projects/projects.mutations.ts'
import { cancelRunMutation } from '#web/api/schedule/scheduling-runs.mutations.ts'
import { isGone, runQuery } from '#web/api/schedule/scheduling-runs.queries.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { liveState } from '#web/live/live-state.ts'
import { useRefusal } from '#web/stores/actor.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, StatusChip } from '#web/ui/chip.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Mark, markOf } from '#web/ui/mark.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { kindOfStatus } from '../status/kind-of-status.ts'
import { RunEffects } from './run-effects.tsx'
import { RunFindings } from './run-findings.tsx'
import { RunOutcome } from './run-outcome.tsx'
import { RunImprovement, SearchLonger, UseThisPlan } from './run-search.tsx'
import { RunSection } from './run-section.tsx'
import { closingWords, isDone, recentLatenessWords, remaining, runTitle, scopeWords } from './run-sentences.ts'
import { ShiftAssumption } from './shift-assumption.tsx'

/** 'Progress: X of Y projects' and the bar; before the first result, the initialization message. */
function RunProgress({ run }: { run: SchedulingRun | undefined }) {
  if (run === undefined || (run.status === 'Running' && run.total === 0)) {
    return (
      <div className="flex flex-col gap-2">
        <p className="font-semibold">Initializing scheduling engine...</p>
        <ProgressBar percent={null} label="Scheduling progress" thick />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="flex justify-between font-semibold tabular-nums">
        <span>
          Progress: {formatNumber(run.completed)} of {formatNumber(run.total)} projects
        </span>
        <span className="font-normal text-ink-3">{Math.round(run.percent)} %</span>
      </p>
      <ProgressBar
        percent={run.percent}
        label="Scheduling progress"
        thick
        tone={run.status === 'Failed' ? 'late' : run.status === 'Cancelled' ? 'neutral' : undefined}
      />
    </div>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col justify-between border-line px-3 py-2 not-first:border-l">
    <dt className="text-ink-3 text-label">{label}</dt>
    <dd className="font-semibold text-lead tabular-nums">{children}</dd>
  </div>
)

/** Time left, speed and operations; after the end the results. */
function RunFigures({ run }: { run: SchedulingRun }) {
  const operations = (run.placedOperations ?? 0) + (run.unplacedOperations ?? 0)
  return (
    <dl className={`grid rounded border border-line ${isDone(run) ? 'grid-cols-2' : 'grid-cols-3'}`}>
      {isDone(run) ? (
        <Figure label="Operations moved">{formatNumber(run.changedOperations)}</Figure>
      ) : (
        <Figure label="Estimated time remaining">{remaining(run.secondsLeft)}</Figure>
      )}
      {!isDone(run) && <Figure label="Projects per second">{formatNumber(run.projectsPerSecond)}</Figure>}
      <Figure label="Operations scheduled">
        {run.placedOperations === null ? '—' : `${formatNumber(run.placedOperations)} of ${formatNumber(operations)}`}
      </Figure>
    </dl>
  )
}

/** '4 d late, was 7 d late' at the end of a project's line. */
function RecentLateness({ days }: { days: NonNullable<SchedulingRun['recentLateness']>[number] | undefined }) {
  const words = days && recentLatenessWords(days)
  if (!words) return null
  return (
    <Mark kind={(days.after ?? 0) > 0 ? 'late' : 'onTime'} className="ml-auto shrink-0 text-label tabular-nums">
      {words}
    </Mark>
  )
}

/**
 * 'Recently Completed (n)': the last scheduled projects, newest first. Collapsed after the end of the run, when its
 * effects are more important. Projects with the same name are listed once.
 */
function RunRecent({ run }: { run: SchedulingRun }) {
  return (
    <RunSection title={`Recently Completed (${run.completed})`} startsOpen={!isDone(run)}>
      <ul className="max-h-45 overflow-auto" aria-label="Recently completed projects">
        {run.recent.map(
          (name, at) =>
            run.recent.indexOf(name) === at && (
              <li key={name} className="flex h-8 items-center gap-2 border-line border-t px-3">
                <Check aria-hidden="true" className="size-4 shrink-0 text-ok-text" />
                <span className="truncate">{name}</span>
                <RecentLateness days={isDone(run) ? undefined : run.recentLateness?.[at]} />
              </li>
            ),
        )}
        {run.recent.length === 0 && <li className="border-line border-t px-3 py-2 text-ink-3">None yet</li>}
      </ul>
    </RunSection>
  )
}

const RunStatusChip = ({ run: { status, revertedAt } }: { run: SchedulingRun }) =>
  revertedAt !== null ? (
    <Chip icon={<Undo2 />}>Reverted</Chip>
  ) : status === 'Running' ? (
    <Chip tone={markOf(kindOfStatus(status)).tone} icon={<LoaderCircle className="animate-spin" />}>
      {status}
    </Chip>
  ) : (
    <StatusChip kind={kindOfStatus(status)}>{status}</StatusChip>
  )

/** Shown if a notification links to a run that was deleted. */
const RunGone = ({ onClose }: { onClose: () => void }) => (
  <NoticeDialog open title="This run is no longer available" okLabel="Close" onClose={onClose}>
    Only the latest runs are stored, and this one has been deleted. The current plan is not affected.
  </NoticeDialog>
)

/** The dialog of a run: its progress and its result. */
export function RunDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const client = useQueryClient()
  const { data: run, error } = useQuery(runQuery(runId))
  const cancel = useMutation(cancelRunMutation(client))
  const refusal = useRefusal('tryPlans')
  const mainButton = useRef<HTMLButtonElement>(null)
  const done = run !== undefined && isDone(run)
  const status = run?.status

  const closing = done ? closingWords(run) : ''

  useEffect(() => {
    if (closing !== '') announce(closing)
  }, [closing])

  useEffect(() => {
    // With a socket, the server announces the new plan to this browser as to all others.
    if (status === 'Succeeded' && liveState.get().state !== 'open') void invalidateProjects(client)
  }, [status, client])

  // The dialog stays open while the run is being cancelled, because it must show whether the plan stayed.
  const dismissible = !cancel.isPending
  if (isGone(error)) return <RunGone onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && dismissible && onClose()}
      dismissible={dismissible}
      title={runTitle(run)}
      description={scopeWords(run)}
      status={run && <RunStatusChip run={run} />}
      initialFocus={mainButton}
      footer={
        <>
          <span className="min-w-0 flex-1 text-ink-3 text-label max-md:hidden">
            {run?.preview
              ? 'Preview: the current plan does not change.'
              : !done && 'The current plan stays in use until the run finishes.'}
          </span>
          {done ? (
            <Button ref={mainButton} variant="primary" onClick={onClose}>
              Close
            </Button>
          ) : (
            <>
              <Button
                ref={mainButton}
                busy={cancel.isPending}
                busyLabel="Cancelling…"
                disabledReason={refusal ?? (!run && 'The run has not started yet')}
                onClick={() => cancel.mutate(runId)}
              >
                Cancel Scheduling
              </Button>
              {run?.phase === 'improving' && <UseThisPlan run={run} />}
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ShiftAssumption look="box" onFollow={onClose} />
        {!run?.madeBy && <RunProgress run={run} />}
        {run && <RunImprovement run={run} />}
        {run && <RunFigures run={run} />}
        {run && done && <RunOutcome run={run} onReverted={onClose} />}
        {run && done && run.revertedAt === null && !run.madeBy && <SearchLonger run={run} />}
        {run?.status === 'Succeeded' && (
          <>
            <RunEffects run={run} onFollow={onClose} />
            <RunFindings run={run} onFollow={onClose} />
          </>
        )}
        {run && !run.madeBy && <RunRecent key={String(done)} run={run} />}
      </div>
    </Dialog>
  )
}
