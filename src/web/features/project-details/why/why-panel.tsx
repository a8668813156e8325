import { useQuery } from '@tanstack/react-query'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { latePartsQuery, remediesQuery } from '#web/api/operations/late-parts.queries.ts'
import { stateLooks } from '#web/components/project-marks/state-mark.tsx'
import { type DateSettings, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { formatSpan } from '#web/lib/format-hours.ts'
import { formatDays } from '#web/lib/format-number.ts'
import { markOf } from '#web/ui/mark.tsx'
import { toneText } from '#web/ui/tones.ts'
import { ChainList } from './chain-list.tsx'
import { lateChain } from './late-chain.ts'
import { LateParts } from './late-parts.tsx'
import { NotPlaced } from './not-placed.tsx'
import { Remedies } from './remedies.tsx'

export type WhyProps = {
  project: Project
  operations: readonly Operation[]
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
  if (latenessDays > 0) return `Why ${formatDays(latenessDays)} late`
  return `Slack ${formatDays(-latenessDays)}`
}

/** The mark beside the title, in its tone. */
export function WhyIcon({ project }: { project: Project }) {
  const { Icon, tone } = markOf(stateLooks[project.state].kind)
  return <Icon className={`size-4 shrink-0 ${toneText[tone]}`} />
}

/** The forecast end and the due date, the time between them, and the chain back to the root. */
export function WhyBody({ project, operations, dueMs, nowMs, dates, onMark }: WhyProps) {
  const { forecastCompletionDate: end, projectedCompletionDate: planned, projectedFrom } = project
  const behind =
    projectedFrom === 'schedule' && planned !== null && end !== null && Date.parse(end) > Date.parse(planned)
  const leftMs = end && dueMs !== null ? dueMs - Date.parse(end) : null
  const lateness = useQuery({ ...latePartsQuery(project.projectId), enabled: project.state === 'late' }).data
  const remedies = useQuery({ ...remediesQuery(project.projectId), enabled: project.state === 'late' }).data
  const isLate = project.state === 'late' && lateness !== undefined
  const parts = isLate ? lateness.parts : []
  const chain = lateChain(operations, parts)
  return (
    <>
      {end && hasLateness(project) && (
        <div className={`px-4 pb-3 ${isLate ? '' : 'border-line border-b'}`}>
          <p className="text-ink-2">
            Forecast to end {formatShortDateTime(end, dates, nowMs)}.{' '}
            {project.plannedShipDate
              ? `Due by the end of ${formatShipDate(project.plannedShipDate, dates, nowMs)}.`
              : 'No planned ship date.'}
          </p>
          {behind && (
            <p className="mt-2 text-warn-text">
              Behind its plan, which ends {formatShortDateTime(planned, dates, nowMs)}.
            </p>
          )}
          {leftMs !== null && leftMs >= 0 && (
            <p className="mt-2 flex justify-between gap-3">
              <span className="text-ink-2">Time left</span>
              <b className="tabular-nums">{formatSpan(leftMs)}</b>
            </p>
          )}
        </div>
      )}
      {isLate && <LateParts lateness={lateness} dates={dates} nowMs={nowMs} />}
      <NotPlaced project={project} operations={operations} />
      {chain.length > 0 && (
        <section aria-labelledby="late-chain" className="px-4 py-3">
          <h3 id="late-chain" className="mb-2 font-semibold">
            {project.plannedShipDate ? 'From the ship date back to the root' : 'From the end back to the root'}
          </h3>
          <ChainList
            project={project}
            chain={chain}
            operations={operations}
            parts={parts}
            remedies={remedies}
            dates={dates}
            nowMs={nowMs}
            onMark={onMark}
          />
        </section>
      )}
      {project.state === 'late' && <Remedies projectId={project.projectId} dates={dates} nowMs={nowMs} />}
    </>
  )
}
