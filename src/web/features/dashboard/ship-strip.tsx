import { Link } from '@tanstack/react-router'
import type { Dashboard, DashboardProject } from '#contract/dashboard.ts'
import { latenessWords } from '#web/components/project-marks/lateness-mark.tsx'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { type DateSettings, formatShipDate } from '#web/lib/format-date.ts'
import { calendarDay } from '#web/lib/zoned-time.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { markOf } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toneSurface } from '#web/ui/tones.ts'

const Card = ({ project }: { project: DashboardProject }) => {
  const { kind } = stateLooks[project.state]
  const { Icon, tone } = markOf(kind)
  return (
    <Link
      to="/projects/$projectId"
      params={{ projectId: project.projectId }}
      title={project.projectName}
      className={classNames('block rounded border px-2 py-1 text-label hover:underline', toneSurface[tone])}
    >
      <span className="flex items-center justify-between gap-1 text-ink tabular-nums">
        <span className="whitespace-nowrap">#{project.projectNumber}</span>
        <Icon className="size-3.5 shrink-0" />
      </span>
      <span className="block truncate text-ink-2">{project.projectName}</span>
      {project.state === 'complete' ? 'Ready' : latenessWords(project)}
    </Link>
  )
}

/** Upcoming shipments, one column for each day with shipments. */
export const ShipStrip = ({
  dashboard: { shipping, figures },
  dates,
  nowMs,
}: {
  dashboard: Dashboard
  dates: DateSettings
  nowMs: number
}) => {
  const days = [
    ...Map.groupBy(shipping, ({ plannedShipDate }) => calendarDay(Date.parse(plannedShipDate ?? ''), dates.zone)),
  ]
  return (
    <Panel
      title="Ships in 14 days"
      meta={<CountBadge count={figures.shipsSoon} />}
      actions={
        <Link to="/projects" search={{ view: 'shipsSoon' }} className="text-primary-text hover:underline">
          Open list
        </Link>
      }
    >
      {days.length === 0 ? (
        <p className="px-3 py-6 text-center text-ink-3">Nothing ships in the next 14 days.</p>
      ) : (
        <div className="flex overflow-x-auto">
          {days.map(([day, projects]) => (
            <section
              key={day}
              aria-label={formatShipDate(projects[0]?.plannedShipDate, dates, nowMs)}
              className="flex w-24 shrink-0 grow flex-col gap-1 border-line p-1.5 not-first:border-l"
            >
              <h3 className="pb-1 text-center font-normal text-ink-2 text-label tabular-nums">
                {formatShipDate(projects[0]?.plannedShipDate, dates, nowMs)}
              </h3>
              {projects.slice(0, 4).map((project) => (
                <Card key={project.projectId} project={project} />
              ))}
              {projects.length > 4 && <p className="text-center text-ink-3 text-label">{projects.length - 4} more</p>}
            </section>
          ))}
          {figures.shipsSoon > shipping.length && (
            <Link
              to="/projects"
              search={{ view: 'shipsSoon' }}
              className="flex w-24 shrink-0 items-center justify-center border-line border-l text-primary-text hover:bg-hover"
            >
              {figures.shipsSoon - shipping.length} later
            </Link>
          )}
        </div>
      )}
    </Panel>
  )
}
