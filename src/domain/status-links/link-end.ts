import { type StatusLinkTerm, statusLinkLimits } from '#contract/status-links.ts'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { localDay } from '../projects/local-day.ts'
import { dateOnlyToMs, endOfDayMs } from '../time/zone-dates.ts'

const dayMs = 86_400_000
const termDays: Partial<Record<StatusLinkTerm, number>> = { in30Days: 30, in90Days: 90 }

/** When a link made at `nowMs` ends; null = 14 days after the project has shipped or was cancelled. */
export const fixedEndMs = (term: StatusLinkTerm, nowMs: number): number | null => {
  const days = termDays[term]
  return days === undefined ? null : nowMs + days * dayMs
}

interface LinkFacts {
  /** null = 14 days after the shipment or the cancellation. */
  readonly expiresAt: Date | null
}

/** What decides when the work for the customer is over. */
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
 * When a link ends; null = not yet known. 14 days after the shipment are whole days of the organization. They count from a
 * cancellation too: until then the customer reads that the order was cancelled. `project` null = it was deleted.
 */
export const linkEndMs = ({ expiresAt }: LinkFacts, project: Closing | null, zone: string): number | null => {
  if (expiresAt !== null) return expiresAt.getTime()
  const sinceMs = project && closedMs(project)
  if (sinceMs === null) return null
  const lastDay = localDay(sinceMs, zone) + statusLinkLimits.daysAfterShipment
  const date = new Date(lastDay * dayMs).toISOString().slice(0, 10)
  return endOfDayMs(dateOnlyToMs(date, zone), zone)
}
