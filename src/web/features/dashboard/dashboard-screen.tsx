import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FolderPlus, Truck } from 'lucide-react'
import { useState } from 'react'
import { projectsQuery } from '#web/api/projects.queries.ts'
import { PlanOutdatedStrip } from '#web/components/plan-outdated/plan-outdated-strip.tsx'
import { useDateSettings } from '#web/components/reader/use-date-settings.ts'
import { ScheduleButton } from '#web/components/scheduling-run/schedule-button.tsx'
import { formatShipDate } from '#web/lib/format-date.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { CountBadge } from '#web/ui/count-badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LateIcon } from '#web/ui/icons/late-icon.tsx'
import { OnHoldIcon } from '#web/ui/icons/on-hold-icon.tsx'
import { OnTimeIcon } from '#web/ui/icons/on-time-icon.tsx'
import { ProjectedLateIcon } from '#web/ui/icons/projected-late-icon.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { DecisionTable } from './decision-table.tsx'
import { FigureBox } from './figure-box.tsx'
import { planFigures } from './plan-figures.ts'

const icon = 'size-4 shrink-0'

/** What needs a decision today: four figures, then the projects behind the first two. */
export function DashboardScreen() {
  const { data: projects } = useSuspenseQuery(projectsQuery())
  const dates = useDateSettings()
  const [nowMs] = useState(Date.now)
  const { late, projectedLate, onHold, shipping } = planFigures(projects, dates.zone, nowMs)
  const next = shipping[0]
  const groups = [
    { kind: 'late' as const, title: 'Ship date has passed', projects: late },
    { kind: 'projectedLate' as const, title: 'Will miss the ship date', projects: projectedLate },
  ].filter((group) => group.projects.length > 0)
  if (projects.length === 0) {
    return (
      <EmptyState
        className="grow"
        icon={<FolderPlus />}
        title="No projects yet"
        action={
          <Link to="/projects" className={buttonClasses({ variant: 'primary' })}>
            Open Projects
          </Link>
        }
      >
        Create the first project; what needs a decision will stand here.
      </EmptyState>
    )
  }
  return (
    <>
      <PageHead
        title="What needs a decision today"
        meta={<span className="max-md:hidden">{formatShipDate(nowMs, dates)}</span>}
        actions={<ScheduleButton />}
      />
      <PlanOutdatedStrip />
      <div className="flex flex-col gap-4 px-5 pb-5 max-md:px-4">
        <div className="grid grid-cols-4 rounded border border-line-2 bg-surface max-md:grid-cols-2">
          <FigureBox icon={<LateIcon className={`${icon} text-crit-text`} />} label="Late" count={late.length}>
            ship date passed
          </FigureBox>
          <FigureBox
            icon={<ProjectedLateIcon className={`${icon} text-warn-text`} />}
            label="Projected late"
            count={projectedLate.length}
          >
            will miss it
          </FigureBox>
          <FigureBox icon={<Truck />} label="Ship in 14 days" count={shipping.length}>
            {next ? `next ${formatShipDate(next.plannedShipDate, dates, nowMs)}` : 'none due'}
          </FigureBox>
          <FigureBox icon={<OnHoldIcon className={`${icon} text-hold-text`} />} label="On hold" count={onHold.length}>
            not scheduled
          </FigureBox>
        </div>
        <Panel title="Late and projected late" meta={<CountBadge count={late.length + projectedLate.length} />}>
          {groups.length > 0 ? (
            <DecisionTable {...{ groups, dates, nowMs }} />
          ) : (
            <EmptyState icon={<OnTimeIcon />} tone="onTime" title="Nothing is late">
              {next
                ? `Next to ship: #${next.projectNumber}, ${formatShipDate(next.plannedShipDate, dates, nowMs)}`
                : null}
            </EmptyState>
          )}
        </Panel>
      </div>
    </>
  )
}
