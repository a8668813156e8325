import type { Project } from '#contract/projects.ts'
import { formatDays } from '#web/lib/format-number.ts'
import { daysUntil, relativeDays } from '#web/lib/format-relation.ts'
import { Mark } from '#web/ui/mark.tsx'
import { slackDays } from './slack-scale.ts'
import { stateLooks } from './state-mark.tsx'

/** The lateness of a project in words: '23 d late', '0 d slack', or its state if it has no lateness. */
export const latenessWords = (project: Pick<Project, 'state' | 'latenessDays'>): string => {
  const { state } = project
  const days = slackDays(project)
  const hasLateness = state === 'late' || state === 'atRisk' || state === 'onTime'
  if (!hasLateness || days === null) return stateLooks[state].word
  return days < 0 ? `${formatDays(-days)} late` : `${formatDays(days)} slack`
}

/** State and lateness in one mark, for narrow rows and cards. */
export const LatenessMark = ({ project }: { project: Pick<Project, 'state' | 'latenessDays'> }) => (
  <Mark kind={stateLooks[project.state].kind} className="tabular-nums">
    {latenessWords(project)}
  </Mark>
)

/** How long ago a project should have shipped: '16 d past due'; null if its ship date has not passed. */
export const pastDueWords = ({ pastDueDays }: Pick<Project, 'pastDueDays'>): string | null =>
  pastDueDays === null ? null : `${formatDays(pastDueDays)} past due`

/** `pastDueWords` in red; nothing if the ship date has not passed. */
export function PastDue({ project, className = '' }: { project: Pick<Project, 'pastDueDays'>; className?: string }) {
  const words = pastDueWords(project)
  return words && <span className={`whitespace-nowrap text-crit-text tabular-nums ${className}`}>{words}</span>
}

type ShipDaysProps = {
  project: Pick<Project, 'pastDueDays' | 'currentPhase' | 'plannedShipDate'>
  zone: string
  nowMs: number
  /** Content before the words, if there are any. */
  lead?: string
}

/** The days to the ship date, in red once it has passed; nothing for shipped and cancelled projects. */
export function ShipDays({ project, zone, nowMs, lead = '' }: ShipDaysProps) {
  if (project.pastDueDays !== null) {
    return (
      <>
        {lead}
        <PastDue project={project} />
      </>
    )
  }
  // The date passes at midnight of the organization, even if the reader's calendar is ahead.
  const isPassed = (daysUntil(project.plannedShipDate, zone, nowMs) ?? 0) < 0
  const words = relativeDays(isPassed ? nowMs : project.plannedShipDate, zone, nowMs)
  if (words === '' || project.currentPhase === 'shipped' || project.currentPhase === 'cancelled') return null
  return (
    <span className="whitespace-nowrap text-ink-3 tabular-nums">
      {lead}
      {words}
    </span>
  )
}
