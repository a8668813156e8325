import { LoaderCircle } from 'lucide-react'
import { useLiveState } from '#web/live/live-state.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { openRun, useOpenedRun } from './opened-run.ts'

/** A chip with the person who runs the scheduler and the progress; opens that run. Hidden while its dialog is open. */
export function RunningChip() {
  const run = useLiveState((state) => state.run)
  const runId = useOpenedRun()
  if (!run || run.runId === runId) return null
  const { startedBy, preview, completed, total } = run
  // The sign-in page is loaded with this chip and does not otherwise use `formatNumber`.
  const [done, all] = [completed, total].map((count) => count.toLocaleString('en-US'))
  const who = `${startedBy} ${preview ? 'previews a run' : 'runs the scheduler'}`
  const progress = total > 0 ? `Progress: ${done} of ${all} projects` : 'Starting'
  return (
    <Tooltip content={`${who}. ${progress}`}>
      <button
        type="button"
        aria-label={`${who}, show the run`}
        className="flex h-7 min-w-7 max-w-52 items-center justify-center gap-1.5 rounded border border-primary-line bg-primary-tint px-1.5 text-label text-primary-text hover:bg-primary-tint-2 max-md:h-11 max-md:min-w-11"
        onClick={() => openRun(run.runId)}
      >
        <LoaderCircle aria-hidden="true" className="size-3.5 shrink-0 animate-spin" />
        <span className="truncate max-xl:hidden">{startedBy}</span>
        {total > 0 && (
          <span className="tabular-nums max-lg:hidden">
            {done}/{all}
          </span>
        )}
      </button>
    </Tooltip>
  )
}
