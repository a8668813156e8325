import { Link } from '@tanstack/react-router'
import type { Dashboard, LateProject } from '#contract/dashboard.ts'
import { type ProjectState, phaseTitles } from '#contract/vocabulary.ts'
import { type ChanceBand, onTimeStates } from '#domain/odds/chance-bands.ts'
import { causeWords } from '#web/components/operation-table/cause-words.ts'
import { isPlainStep, NextStepLink } from '#web/components/operation-table/next-step.tsx'
import { RemedyLink } from '#web/components/operation-table/remedy-link.tsx'
import { LatenessMark, PastDue } from '#web/components/project-marks/lateness-mark.tsx'
import { chanceWords } from '#web/components/project-marks/odds-words.ts'
import { PastDueMark } from '#web/components/project-marks/past-due-mark.tsx'
import { UnbrokenName } from '#web/components/project-marks/unbroken-name.tsx'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatNumber } from '#web/lib/format-number.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { OnTimeIcon } from '#web/ui/icons/state-icons.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Panel } from '#web/ui/panel.tsx'

const columns =
  'grid grid-cols-[minmax(0,min(20rem,27%))_3rem_5rem_6rem_6.75rem_minmax(5rem,1fr)] items-center gap-3 px-3 max-lg:grid-cols-[minmax(0,1fr)_3rem_5rem_6rem_6.75rem] max-md:grid-cols-[minmax(0,1fr)_auto]'

/** Long texts may take several lines, because most rows have two of them anyway. */
const wraps = 'line-clamp-4'

/** If there is no room for the column, the cause appears under the name. */
const causeColumn = `${wraps} text-ink-2 max-lg:hidden`
const causeLine = 'block text-ink-2 text-label lg:hidden'

/** If there is no room for the column, the next step appears under the line of its project. */
const remedyColumn = 'shrink-0 px-3 py-1 lg:w-[max(11.5rem,20%)]'

type AboutProps = Pick<RowProps, 'project' | 'dates' | 'nowMs'>

/** The main cause of the lateness, or the phase of a project that is not late. */
const Cause = ({ project, dates, nowMs }: AboutProps) => {
  const { mainCause, phase } = project
  const words = mainCause && causeWords(mainCause.cause, (instant) => formatShortDateTime(instant, dates, nowMs))
  const title = words ? words.title : phaseTitles[phase]
  return (
    <span title={words ? [mainCause?.operation?.name, words.detail ?? title].filter(Boolean).join(': ') : title}>
      {title}
    </span>
  )
}

/** The step that helps the project most; while it is not computed, only a step about reporting. */
const Remedy = ({ project: { projectId, nextStep, remedy, latenessDays } }: Pick<RowProps, 'project'>) => {
  const plain = nextStep && isPlainStep(nextStep.remedy) ? nextStep : null
  if (!remedy && !plain) return <span className={`${remedyColumn} max-lg:hidden`} />
  return (
    <span className={remedyColumn}>
      <span className="text-ink-2 lg:hidden">Next step · </span>
      {remedy && <NextStepLink projectId={projectId} step={remedy} lateDays={latenessDays} />}
      {!remedy && plain && (
        <RemedyLink remedy={plain.remedy} operationId={plain.operation?.operationId ?? null} projectId={projectId} />
      )}
    </span>
  )
}

/** The chance to ship on time, where it is known and the ship date has not passed. */
const Chance = ({ project: { odds, pastDueDays } }: Pick<RowProps, 'project'>) => {
  const chance = pastDueDays === null ? odds?.onTimeChance : null
  if (chance == null) return null
  return <span className="whitespace-nowrap text-ink-2 text-label tabular-nums">{chanceWords(chance)} on time</span>
}

type RowProps = { project: LateProject; dates: DateSettings; nowMs: number; tight: boolean }

const Row = ({ project, dates, nowMs, tight }: RowProps) => {
  const { odds } = project
  const ship = formatShipDate(project.plannedShipDate, dates, nowMs)
  const forecast = formatShipDate(dayOfEnd(project.forecastCompletionDate), dates, nowMs)
  const sure = odds && formatShipDate(dayOfEnd(odds.p80), dates, nowMs)
  return (
    <li className="flex items-center border-line border-t hover:bg-hover max-lg:grid max-lg:grid-cols-1">
      <Link
        to="/projects/$projectId"
        params={{ projectId: project.projectId }}
        className={`${columns} ${tight ? 'min-h-row-compact' : 'min-h-row'} min-w-0 flex-1 py-1 focus-visible:-outline-offset-2`}
      >
        <span className="min-w-0">
          <span className={wraps}>
            <span className="mr-2 text-ink-3 tabular-nums">#{project.projectNumber}</span>
            <UnbrokenName>{project.projectName || 'Unnamed Project'}</UnbrokenName>
          </span>
          <span className={causeLine}>
            <span className="tabular-nums md:hidden">
              {project.forecastCompletionDate ? `${ship} → ${forecast}` : `Ship ${ship}`}
              {sure && ` · 80 % ${sure}`}
              {' · '}
            </span>
            <Cause project={project} dates={dates} nowMs={nowMs} />
          </span>
        </span>
        <span className="text-ink-2 tabular-nums max-md:hidden">P{project.priority}</span>
        <span className="tabular-nums max-md:hidden">{ship}</span>
        <span className="flex flex-col tabular-nums max-md:hidden">
          {forecast}
          {sure && (
            <span className="whitespace-nowrap text-ink-3 text-label" title="Finished by then with 80 % certainty">
              80 % {sure}
            </span>
          )}
        </span>
        <span className="flex flex-col max-md:items-end">
          <LatenessMark project={project} />
          <PastDue project={project} className="text-label" />
          <Chance project={project} />
        </span>
        <span className={causeColumn}>
          <Cause project={project} dates={dates} nowMs={nowMs} />
        </span>
      </Link>
      <Remedy project={project} />
    </li>
  )
}

/** The projects list with the projects that are on time in the forecast, but unlikely to be. */
const unlikelySearch: { state: ProjectState[]; chance: ChanceBand[]; sort: 'chance' } = {
  state: [...onTimeStates],
  chance: ['unlikely'],
  sort: 'chance',
}

/** True if no run gives it dates, because it is not scheduled yet or on hold. */
const isWithoutDates = ({ state }: LateProject): boolean => state === 'unscheduled' || state === 'onHold'

type DecisionTableProps = { dashboard: Dashboard; dates: DateSettings; nowMs: number; tight: boolean }

/** Projects that need a decision, grouped into late, past due, and unlikely to ship on time. Each row opens its project. */
export const DecisionTable = ({ dashboard, dates, nowMs, tight }: DecisionTableProps) => {
  const { figures, late, pastDue, unlikely, shipping } = dashboard
  // Past due projects that are late too are listed in the group above.
  const otherPastDue = pastDue.filter(({ state }) => state !== 'late')
  const groups = [
    {
      search: { view: 'late' as const },
      title: 'Late',
      projects: late,
      count: figures.late,
      heading: <Mark kind="late">Late · {formatNumber(figures.late)}</Mark>,
    },
    {
      search: { view: 'pastDue' as const },
      title: 'Past due',
      heading: (
        <PastDueMark>{otherPastDue.every(isWithoutDates) ? 'Past due, not scheduled' : 'Also past due'}</PastDueMark>
      ),
      projects: otherPastDue,
      count: figures.pastDue,
    },
    {
      search: unlikelySearch,
      title: 'Unlikely on time',
      heading: <Mark kind="atRisk">On time in the forecast, but unlikely · {formatNumber(figures.unlikely)}</Mark>,
      projects: unlikely,
      count: figures.unlikely,
    },
  ].filter(({ projects }) => projects.length > 0)
  const next = shipping[0]
  return (
    <Panel
      title={unlikely.length > 0 ? 'Late, past due or unlikely' : 'Late and past due'}
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
        <div aria-hidden="true" className="flex items-center bg-sunken text-ink-3 text-label max-md:hidden">
          <div className={`${columns} h-8 min-w-0 flex-1`}>
            <span>Project</span>
            <span>Priority</span>
            <span>Ship</span>
            <span>Forecast</span>
            <span>Lateness</span>
            <span className={causeColumn}>Cause, or phase</span>
          </div>
          <span className={`${remedyColumn} max-lg:hidden`}>Next step</span>
        </div>
      )}
      {groups.map(({ search, title, heading, projects, count }) => (
        <section key={title} aria-label={title}>
          <h3 className="flex h-row items-center border-line border-t bg-sunken px-3 font-semibold">{heading}</h3>
          <ul>
            {projects.map((project) => (
              <Row key={project.projectId} project={project} dates={dates} nowMs={nowMs} tight={tight} />
            ))}
          </ul>
          {count > projects.length && (
            <Link
              to="/projects"
              search={search}
              className="flex min-h-row items-center border-line border-t px-3 text-primary-text hover:bg-hover"
            >
              Show all {formatNumber(count)} {title.toLowerCase()}
            </Link>
          )}
        </section>
      ))}
    </Panel>
  )
}
