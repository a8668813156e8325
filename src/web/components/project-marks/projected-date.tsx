import type { Project } from '#contract/projects.ts'
import type { ProjectState } from '#contract/vocabulary.ts'

type Projected = Pick<Project, 'projectedCompletionDate' | 'projectedFrom' | 'state'>

/** These states have no projected date. */
const withoutForecast: Partial<Record<ProjectState, string>> = {
  complete: 'Complete, no forecast',
  onHold: 'On hold, no forecast',
  cancelled: 'Cancelled, no forecast',
}

type ProjectedDateProps = {
  project: Projected
  format: (instant: string) => string
  /** True for a narrow column. */
  short?: boolean
}

/** When a project will be completed: its latest scheduled end, or else its ship date, marked as such. */
export function ProjectedDate({ project, format, short = false }: ProjectedDateProps) {
  const { projectedCompletionDate: at, projectedFrom, state } = project
  if (at === null) {
    const words = withoutForecast[state]
    if (words === undefined) return <span className="text-ink-3">Not set</span>
    return (
      <span className="text-ink-3" title={words}>
        {short ? '—' : words}
      </span>
    )
  }
  if (projectedFrom === 'schedule') return format(at)
  return (
    <span className="text-ink-3" title={`${format(at)} is its ship date: it is not scheduled`}>
      {format(at)} {short ? '(ship date)' : '(ship date, not scheduled)'}
    </span>
  )
}
