import { type StatusLinkTerm, statusLinkLimits } from '#contract/status-links.ts'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { localDay } from '../projects/local-day.ts'
import { dayMs } from '../time/units.ts'
import { dateOnlyToMs, endOfDayMs } from '../time/zone-dates.ts'

const termDays: Partial<Record<StatusLinkTerm, number>> = { in30Days: 30, in90Days: 90 }

/** End of a link created at `nowMs`; null = 14 days after the project ships or is cancelled. */
export const fixedEndMs = (term: StatusLinkTerm, nowMs: number): number | null => {
  const days = termDays[term]
  return days === undefined ? null : nowMs + days * dayMs
}

interface LinkFacts {
  /** null = 14 days after the shipment or the cancellation. */
  readonly expiresAt: Date | null
}

/** The facts that decide when a project is finished for the customer. */
interface Closing {
  readonly currentPhase: ProjectPhase
  readonly status: ProjectStatus
  readonly actualShipDate: Date | null
  readonly modifiedAt: Date | string
}

/** When a project shipped or was cancelled; null = neither. A cancellation has no date of its own, so the last change counts. */
const closedMs = (project: Closing): number | null => {
  const phase = effectivePhase(project)
  if (phase !== 'shipped' && phase !== 'cancelled') return null
  const shipped = phase === 'shipped' ? project.actualShipDate : null
  return (shipped ?? new Date(project.modifiedAt)).getTime()
}

/**
 * When a link ends; null = not known yet. The 14 days after the shipment are whole days of the organization. They also
 * apply after a cancellation, so the customer can read about it. `project` null = it was deleted.
 */
export const linkEndMs = ({ expiresAt }: LinkFacts, project: Closing | null, zone: string): number | null => {
  if (expiresAt !== null) return expiresAt.getTime()
  const sinceMs = project && closedMs(project)
  if (sinceMs === null) return null
  const lastDay = localDay(sinceMs, zone) + statusLinkLimits.daysAfterShipment
  const date = new Date(lastDay * dayMs).toISOString().slice(0, 10)
  return endOfDayMs(dateOnlyToMs(date, zone), zone)
}
