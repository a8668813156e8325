import type { Project } from '#contract/projects.ts'
import { formatSlack } from '#web/lib/format-relation.ts'
import { toneFill, toneText } from '#web/ui/tones.ts'
import { slackDays, slackShape } from './slack-scale.ts'

/** The slack of a project: a bar around the ship date and the number; a dash if none of its work is scheduled. */
export function SlackBar({ project }: { project: Pick<Project, 'latenessDays' | 'state'> }) {
  const days = slackDays(project)
  const shape = days === null ? null : slackShape(days, project.state)
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="flex h-4 w-20 shrink-0 items-center">
        <span className="flex h-1.5 w-12 justify-end">
          {shape?.side === 'late' && (
            <span className={`rounded-l-mark ${toneFill[shape.tone]}`} style={{ width: `${shape.fraction * 100}%` }} />
          )}
        </span>
        <span className="h-3.5 w-px shrink-0 bg-line-input" />
        <span className="flex h-1.5 grow">
          {shape?.side === 'slack' && (
            <span className={`rounded-r-mark ${toneFill[shape.tone]}`} style={{ width: `${shape.fraction * 100}%` }} />
          )}
        </span>
      </span>
      <span
        className={`whitespace-nowrap tabular-nums ${shape?.side === 'late' ? toneText[shape.tone] : 'text-ink-2'}`}
      >
        {formatSlack(days)}
      </span>
    </span>
  )
}
