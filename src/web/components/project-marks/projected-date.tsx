import type { Project } from '#contract/projects.ts'

type Projected = Pick<Project, 'projectedCompletionDate' | 'projectedFrom'>

type ProjectedDateProps = {
  project: Projected
  format: (instant: string) => string
  /** True for a narrow column. */
  short?: boolean
}

/** When a project will be completed: its latest scheduled end, or its ship date, marked as such. */
export function ProjectedDate({ project, format, short = false }: ProjectedDateProps) {
  const { projectedCompletionDate: at, projectedFrom } = project
  if (at === null) return <span className="text-ink-3">Not set</span>
  if (projectedFrom === 'schedule') return format(at)
  return (
    <span className="text-ink-3" title={`${format(at)} is its ship date: it is not scheduled`}>
      {short ? `Ship ${format(at)}` : `${format(at)} (ship date, not scheduled)`}
    </span>
  )
}
