import type { ReactNode } from 'react'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { hasStarted, isDone } from '#web/components/operation-marks/operation-state.ts'
import { endIsUnknown } from '#web/components/project-marks/forecast-day.ts'
import { LatenessMark, ShipDays } from '#web/components/project-marks/lateness-mark.tsx'
import { chanceWords, oddsGapWords } from '#web/components/project-marks/odds-words.ts'
import { ProgressCell } from '#web/components/project-marks/progress-cell.tsx'
import { ProjectedDate } from '#web/components/project-marks/projected-date.tsx'
import { type DateSettings, dayOfEnd, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatHours } from '#web/lib/format-hours.ts'
import { formatCount } from '#web/lib/format-number.ts'

type ProjectFactsProps = { project: Project; operations: readonly Operation[]; dates: DateSettings; nowMs: number }

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-2 text-label">{label}</dt>
    <dd className="whitespace-nowrap text-field tabular-nums max-md:whitespace-normal">{children}</dd>
  </div>
)

/** A date and time that stays on one line, so that '10:00' and 'AM' are not separated. */
const Moment = ({ children }: { children: string }) => <span className="whitespace-nowrap">{children}</span>

/** '5 done, 1 running, 5 left'. */
const operationCounts = (operations: readonly Operation[]): string => {
  if (operations.length === 0) return 'none yet'
  const done = operations.filter(isDone).length
  const running = operations.filter(
    (operation) => !isDone(operation) && !operation.onHold && hasStarted(operation),
  ).length
  const onHold = operations.filter((operation) => !isDone(operation) && operation.onHold).length
  const left = operations.length - done - running - onHold
  return [`${done} done`, running && `${running} running`, onHold && `${onHold} on hold`, `${left} left`]
    .filter(Boolean)
    .join(', ')
}

/** 'Not scheduled (3 operations without a date)'. */
const unknownEndWords = (operations: readonly Operation[]): string => {
  const without = operations.filter((operation) => !isDone(operation) && !operation.outlook?.forecastEndDate).length
  return without === 0 ? 'Not scheduled' : `Not scheduled (${formatCount(without, 'operation')} without a date)`
}

/** '80 % sure by Thu 12/17; 64 % on time'. */
const oddsWords = ({ p80, onTimeChance }: NonNullable<Project['odds']>, dates: DateSettings, nowMs: number): string => {
  const sure = `80 % sure by ${formatShipDate(dayOfEnd(p80), dates, nowMs)}`
  return onTimeChance === null ? sure : `${sure}; ${chanceWords(onTimeChance)} on time`
}

/** The details that planners use for their decisions. */
export function ProjectFacts({ project, operations, dates, nowMs }: ProjectFactsProps) {
  const {
    plannedShipDate,
    projectedCompletionDate,
    projectedFrom,
    actualShipDate,
    forecastCompletionDate,
    odds,
    oddsGap,
  } = project
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-line-2 border-y bg-surface px-5 py-2 max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:px-4">
      <Fact label="Planned ship">
        {plannedShipDate ? (
          <>
            {formatShipDate(plannedShipDate, dates, nowMs)}{' '}
            <ShipDays project={project} zone={dates.zone} nowMs={nowMs} />
          </>
        ) : (
          'Not set'
        )}
      </Fact>
      {actualShipDate && <Fact label="Actual ship">{formatShipDate(actualShipDate, dates, nowMs)}</Fact>}
      <Fact label="Projected completion">
        {projectedFrom === 'schedule' ? (
          <Moment>{formatShortDateTime(projectedCompletionDate, dates, nowMs)}</Moment>
        ) : (
          <ProjectedDate project={project} format={(instant) => formatShipDate(instant, dates, nowMs)} />
        )}
      </Fact>
      {forecastCompletionDate && (
        <Fact label="Forecast completion">
          <Moment>{formatShortDateTime(forecastCompletionDate, dates, nowMs)}</Moment>
        </Fact>
      )}
      {odds && <Fact label="Odds">{oddsWords(odds, dates, nowMs)}</Fact>}
      {!odds && forecastCompletionDate && (
        <Fact label="Odds">
          <span className="text-ink-3">{oddsGapWords(oddsGap)}</span>
        </Fact>
      )}
      {endIsUnknown(project) && <Fact label="Forecast completion">{unknownEndWords(operations)}</Fact>}
      <Fact label="Lateness">
        <LatenessMark project={project} />
      </Fact>
      <Fact label="Progress">
        <span className="block w-30">
          <ProgressCell percent={project.progressPercentage} name={project.projectName} />
        </span>
      </Fact>
      <Fact label="Operations">{operationCounts(operations)}</Fact>
      <Fact label="Work left">{formatHours(project.hoursLeft)}</Fact>
      <Fact label="Customer">
        <span className="block max-w-100 truncate" title={project.customerName}>
          {project.customerName || '—'}
        </span>
      </Fact>
    </dl>
  )
}
