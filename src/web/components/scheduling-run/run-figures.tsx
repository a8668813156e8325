import type { ReactNode } from 'react'
import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { isDone, remaining } from './run-sentences.ts'

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col justify-between border-line px-3 py-2 not-first:border-l">
    <dt className="text-ink-3 text-label">{label}</dt>
    <dd className="font-semibold text-lead tabular-nums">{children}</dd>
  </div>
)

/** Time left, pace and operations; once finished, what came out. */
export function RunFigures({ run }: { run: SchedulingRun }) {
  const operations = (run.placedOperations ?? 0) + (run.unplacedOperations ?? 0)
  return (
    <dl className="grid grid-cols-3 rounded border border-line">
      {isDone(run) ? (
        <Figure label="Operations moved">{formatNumber(run.changedOperations)}</Figure>
      ) : (
        <Figure label="Estimated time remaining">{remaining(run.secondsLeft)}</Figure>
      )}
      <Figure label="Projects per second">{formatNumber(run.projectsPerSecond)}</Figure>
      <Figure label="Operations scheduled">
        {run.placedOperations === null ? '—' : `${formatNumber(run.placedOperations)} of ${formatNumber(operations)}`}
      </Figure>
    </dl>
  )
}
