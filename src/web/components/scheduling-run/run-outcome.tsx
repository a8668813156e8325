import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { runMovedWords } from '#domain/scheduling/moved-words.ts'
import { revertRunMutation } from '#web/api/schedule/scheduling-runs.mutations.ts'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { requestUndo } from '#web/components/undo/undo.ts'
import { formatShortDateTime } from '#web/lib/format-date.ts'
import { formatCount } from '#web/lib/format-number.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { gaveOnlyFirstDates } from './run-effect-words.ts'
import { comparedFigure, findingSentences, runCauseSentence, runMessage, searchEndSentence } from './run-sentences.ts'
import { useRunRefusal } from './use-run-refusal.ts'

const kinds = { Succeeded: 'success', Failed: 'error', Cancelled: 'info', Running: 'info' } as const

/** Replaces the result of a reverted run: since when, and a button that redoes it. */
function RevertedRun({ run: { runId, revertedAt, canRedo, ofOneProject } }: { run: SchedulingRun }) {
  const refusal = useRunRefusal(ofOneProject)
  const dates = useDateSettings()
  return (
    <Alert kind="info">
      <span className="flex flex-wrap items-center gap-2">
        <span className="grow">Reverted {formatShortDateTime(revertedAt, dates)}. Its plan is not in use.</span>
        {canRedo && (
          <Button
            size="small"
            disabledReason={refusal}
            onClick={() => void requestUndo({ verb: 'redo', changeId: `run-${runId}` })}
          >
            Redo
          </Button>
        )}
      </span>
    </Alert>
  )
}

/** The specified message, the effect of the run on lateness, and the button to revert it. */
export function RunOutcome(props: { run: SchedulingRun; onReverted: () => void }) {
  return props.run.revertedAt === null ? <Outcome {...props} /> : <RevertedRun run={props.run} />
}

function Outcome({ run, onReverted }: { run: SchedulingRun; onReverted: () => void }) {
  const client = useQueryClient()
  const refusal = useRunRefusal(run.ofOneProject)
  const revert = useMutation({
    ...revertRunMutation(client),
    onSuccess: async (answer, ...rest) => {
      await revertRunMutation(client).onSuccess?.(answer, ...rest)
      const unrestored =
        answer.left === 0 ? '' : ` ${formatCount(answer.left, 'operation')} changed since then and not restored.`
      toast.success(`Run reverted: ${formatCount(answer.reverted, 'operation')} restored.${unrestored}`, {
        action: {
          label: 'Redo',
          onClick: () => void requestUndo({ verb: 'redo', changeId: `run-${run.runId}` }),
        },
      })
      onReverted()
    },
  })
  const cause = runCauseSentence(run) ?? searchEndSentence(run)
  const [projectsBefore, daysBefore] = gaveOnlyFirstDates(run.effect)
    ? [null, null]
    : [run.lateProjectsBefore, run.lateDaysBefore]
  const findings = run.status === 'Succeeded' ? findingSentences(run) : []
  return (
    <div className="flex flex-col gap-2">
      <Alert kind={findings.length > 0 ? 'warning' : kinds[run.status]}>
        {run.madeBy ? 'The new plan is in use.' : runMessage(run.status)}
        {cause && <span className="block">{cause}</span>}
        {findings.map((sentence) => (
          <span key={sentence} className="block">
            {sentence}
          </span>
        ))}
        {run.violations.slice(0, 5).map((sentence) => (
          <span key={sentence} className="block">
            {sentence}
          </span>
        ))}
      </Alert>
      {run.status === 'Succeeded' && (
        <p className="flex items-center gap-2 text-ink-2">
          <span>
            {comparedFigure('Late projects', run.lateProjects, projectsBefore)}{' '}
            {run.lateDays !== null && comparedFigure('Late days', run.lateDays, daysBefore)}
            {(run.created || run.movedAsForecast !== undefined) && ` ${runMovedWords(run)}.`}
            {run.movedCenters !== undefined && ` ${formatCount(run.movedCenters, 'operation')} at another work center.`}
          </span>
          {run.canRevert && (
            <Button
              size="small"
              className="ml-auto"
              busy={revert.isPending}
              busyLabel="Reverting…"
              disabledReason={refusal}
              onClick={() => revert.mutate(run.runId)}
            >
              Revert
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
