import { formatProgress } from '#web/lib/format-number.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** Progress from 0 to 100 as a 72 px bar with its percentage. `name` is the accessible name of what progresses. */
export const ProgressCell = ({ percent, name }: { percent: number; name: string }) => (
  <span className="flex w-full items-center gap-2">
    <ProgressBar percent={percent} label={`Progress of ${name}`} className="max-w-18" />
    <span className="min-w-11 shrink-0 whitespace-nowrap text-right tabular-nums">{formatProgress(percent)}</span>
  </span>
)
