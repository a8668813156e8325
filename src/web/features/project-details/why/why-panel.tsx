import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import { type DateSettings, formatDateTime, formatShipDate } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { markOf } from '#web/ui/mark.tsx'
import { toneText } from '#web/ui/tones.ts'
import { ChainList } from './chain-list.tsx'
import type { LateChain } from './late-chain.ts'
import { LateParts } from './late-parts.tsx'
import { NotPlaced } from './not-placed.tsx'

export type WhyProps = {
  project: Project
  operations: readonly Operation[]
  chain: LateChain
  dueMs: number | null
  nowMs: number
  dates: DateSettings
  onMark: (operationId: string | null) => void
}

/** Projects that are on hold, cancelled or done have no lateness. */
const hasLateness = ({ state }: Project): boolean =>
  state === 'late' || state === 'atRisk' || state === 'onTime' || state === 'unscheduled'

/** 'Why 4 d late', 'Slack 5 d', or the state of a project without lateness. */
export const whyTitle = (project: Project): string => {
  const { state, latenessDays } = project
  if (state === 'unscheduled' || !hasLateness(project)) return stateLooks[state].word
  if (latenessDays === null) return 'Why it ends then'
  if (latenessDays > 0) return `Why ${latenessDays} d late`
  return `Slack ${-latenessDays} d`
}

/** The mark beside the title, in its tone. */
export function WhyIcon({ project }: { project: Project }) {
  const { Icon, tone } = markOf(stateLooks[project.state].kind)
  return <Icon className={`size-4 shrink-0 ${toneText[tone]}`} />
}

/** The forecast end and the due date, the time between them, and the chain back to the root. */
export function WhyBody({ project, operations, chain, dueMs, nowMs, dates, onMark }: WhyProps) {
  const { forecastCompletionDate: end, projectedCompletionDate: planned, projectedFrom } = project
  const behind =
    projectedFrom === 'schedule' && planned !== null && end !== null && Date.parse(end) > Date.parse(planned)
  const overMs = end && dueMs !== null ? Date.parse(end) - dueMs : null
  return (
    <>
      {end && hasLateness(project) && (
        <div className="border-line border-b px-4 pb-3">
          <p className="text-ink-2">
            Forecast to end {formatDateTime(end, dates, nowMs)}.{' '}
            {project.plannedShipDate
              ? `Due by the end of ${formatShipDate(project.plannedShipDate, dates, nowMs)}.`
              : 'No planned ship date.'}
          </p>
          {behind && (
            <p className="mt-2 text-warn-text">Behind its plan, which ends {formatDateTime(planned, dates, nowMs)}.</p>
          )}
          {overMs !== null && (
            <p className="mt-2 flex justify-between gap-3">
              <span className="text-ink-2">{overMs > 0 ? 'Time past the ship date' : 'Time left'}</span>
              <b className="tabular-nums">{formatSpan(overMs)}</b>
            </p>
          )}
        </div>
      )}
      {project.state === 'late' && <LateParts projectId={project.projectId} {...{ dates, nowMs }} />}
      <NotPlaced {...{ project, operations }} />
      {chain.links.length > 0 && (
        <section className="px-4 py-3">
          <h3 className="mb-2 font-semibold">
            {project.plannedShipDate ? 'From the ship date back to the root' : 'From the end back to the root'}
          </h3>
          <ChainList {...{ chain, operations, dates, nowMs, onMark }} />
        </section>
      )}
    </>
  )
}
