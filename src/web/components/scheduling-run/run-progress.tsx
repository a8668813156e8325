import type { SchedulingRun } from '#contract/scheduling-runs.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** 'Progress: X of Y projects' and the bar; before the first result the engine is being set up. */
export function RunProgress({ run }: { run: SchedulingRun | undefined }) {
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
          Progress: {run.completed} of {run.total} projects
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
