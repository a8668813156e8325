import { Link } from '@tanstack/react-router'
import type { Project } from '#contract/projects.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { daysUntil } from '#web/lib/format-relation.ts'
import { Mark, type MarkKind } from '#web/ui/mark.tsx'

export interface DecisionGroup {
  kind: MarkKind
  title: string
  projects: readonly Project[]
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_64px_112px_112px_112px_112px] items-center gap-3 px-3 max-md:grid-cols-[minmax(0,1fr)_auto]'

/** Days past the ship date of the projected end, or of today where that has passed and the plan is older. */
const lateness = ({ latenessDays, plannedShipDate }: Project, zone: string, nowMs: number) => {
  const passedDays = -(daysUntil(plannedShipDate, zone, nowMs) ?? 0)
  return `${Math.max(latenessDays ?? 0, passedDays)} d late`
}

const Row = ({
  project,
  kind,
  dates,
  nowMs,
}: {
  project: Project
  kind: MarkKind
  dates: DateSettings
  nowMs: number
}) => (
  <li className="border-line border-t">
    <Link
      to="/projects/$projectId"
      params={{ projectId: project.projectId }}
      className={`${columns} min-h-row py-1 hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <span className="truncate">
        <span className="mr-2 text-ink-3 tabular-nums">#{project.projectNumber}</span>
        {project.projectName || 'Unnamed Project'}
      </span>
      <span className="text-ink-2 tabular-nums max-md:hidden">P{project.priority}</span>
      <span className="tabular-nums max-md:hidden">{formatShipDate(project.plannedShipDate, dates, nowMs)}</span>
      <span className={`tabular-nums max-md:hidden ${project.projectedFrom === 'schedule' ? '' : 'text-ink-3'}`}>
        {formatShipDate(project.projectedCompletionDate, dates, nowMs)}
      </span>
      <Mark kind={kind} className="tabular-nums">
        {lateness(project, dates.zone, nowMs)}
      </Mark>
      <span className="text-ink-2 max-md:hidden">{phaseTitles[project.currentPhase]}</span>
    </Link>
  </li>
)

/** Projects that need a decision, in groups by what is wrong with them; each row opens its project. */
export const DecisionTable = ({
  groups,
  dates,
  nowMs,
}: {
  groups: readonly DecisionGroup[]
  dates: DateSettings
  nowMs: number
}) => (
  <>
    <div aria-hidden="true" className={`${columns} h-8 bg-sunken text-ink-3 text-label max-md:hidden`}>
      <span>Project</span>
      <span>Priority</span>
      <span>Ship</span>
      <span>Projected</span>
      <span>Lateness</span>
      <span>Phase</span>
    </div>
    {groups.map(({ kind, title, projects }) => (
      <section key={title} aria-label={title}>
        <h3 className="flex h-row items-center border-line border-t bg-sunken px-3 font-semibold">
          <Mark kind={kind}>
            {title} · {projects.length}
          </Mark>
        </h3>
        <ul>
          {projects.map((project) => (
            <Row key={project.projectId} {...{ project, kind, dates, nowMs }} />
          ))}
        </ul>
      </section>
    ))}
  </>
)
