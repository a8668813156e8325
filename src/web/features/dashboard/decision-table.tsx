import { Link } from '@tanstack/react-router'
import type { Dashboard, LateProject } from '#contract/dashboard.ts'
import { phaseTitles } from '#contract/vocabulary.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { daysUntil } from '#web/lib/format-relation.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OnTimeIcon } from '#web/ui/icons/on-time-icon.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'

const columns =
  'grid grid-cols-[minmax(0,1fr)_48px_104px_104px_104px_minmax(5rem,9rem)] items-center gap-3 px-3 max-md:grid-cols-[minmax(0,1fr)_auto]'

/** Days past the ship date of the projected end, or of today where that has passed and the plan is older. */
const lateness = ({ latenessDays, plannedShipDate }: LateProject, zone: string, nowMs: number) => {
  const passedDays = -(daysUntil(plannedShipDate, zone, nowMs) ?? 0)
  return `${Math.max(latenessDays ?? 0, passedDays)} d late`
}

const cause = ({ waitsFor, phase }: LateProject) => (waitsFor ? `${waitsFor.name} full` : phaseTitles[phase])

type RowProps = {
  project: LateProject
  kind: 'late' | 'projectedLate'
  dates: DateSettings
  nowMs: number
  tight: boolean
}

const Row = ({ project, kind, dates, nowMs, tight }: RowProps) => (
  <li className="border-line border-t">
    <Link
      to="/projects/$projectId"
      params={{ projectId: project.projectId }}
      className={`${columns} ${tight ? 'min-h-row-compact' : 'min-h-row'} py-1 hover:bg-hover focus-visible:-outline-offset-2`}
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
      <span className="truncate text-ink-2 max-md:hidden">{cause(project)}</span>
    </Link>
  </li>
)

type DecisionTableProps = { dashboard: Dashboard; dates: DateSettings; nowMs: number; tight: boolean }

/** Projects that need a decision, in groups by what is wrong with them; each row opens its project. */
export const DecisionTable = ({ dashboard, dates, nowMs, tight }: DecisionTableProps) => {
  const { figures, late, projectedLate, shipping } = dashboard
  const groups = [
    { kind: 'late' as const, title: 'Ship date has passed', projects: late, count: figures.late },
    {
      kind: 'projectedLate' as const,
      title: 'Will miss the ship date',
      projects: projectedLate,
      count: figures.projectedLate,
    },
  ].filter(({ count }) => count > 0)
  const next = shipping[0]
  return (
    <Panel
      title="Late and projected late"
      meta={<CountBadge count={figures.late + figures.projectedLate} />}
      actions={
        <Link to="/overdue-operations" className="text-primary-text hover:underline">
          Open in Overdue
        </Link>
      }
    >
      {groups.length === 0 && (
        <EmptyState icon={<OnTimeIcon />} tone="onTime" title="Nothing is late">
          {next ? `Next to ship: #${next.projectNumber}, ${formatShipDate(next.plannedShipDate, dates, nowMs)}` : null}
        </EmptyState>
      )}
      {groups.length > 0 && (
        <div aria-hidden="true" className={`${columns} h-8 bg-sunken text-ink-3 text-label max-md:hidden`}>
          <span>Project</span>
          <span>Priority</span>
          <span>Ship</span>
          <span>Projected</span>
          <span>Lateness</span>
          <span>Waits for, or phase</span>
        </div>
      )}
      {groups.map(({ kind, title, projects, count }) => (
        <section key={kind} aria-label={title}>
          <h3 className="flex h-row items-center border-line border-t bg-sunken px-3 font-semibold">
            <Mark kind={kind}>
              {title} · {count.toLocaleString('en-US')}
            </Mark>
          </h3>
          <ul>
            {projects.map((project) => (
              <Row key={project.projectId} {...{ project, kind, dates, nowMs, tight }} />
            ))}
          </ul>
          {count > projects.length && (
            <Link
              to="/projects"
              search={{ view: kind }}
              className="flex min-h-row items-center border-line border-t px-3 text-primary-text hover:bg-hover"
            >
              All {count.toLocaleString('en-US')}
            </Link>
          )}
        </section>
      ))}
    </Panel>
  )
}
