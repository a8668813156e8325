import { type StatusLinkTerm, statusLinkLimits } from '#contract/status-links.ts'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { effectivePhase } from '../projects/effective-phase.ts'
import { localDay } from '../projects/local-day.ts'
import { dateOnlyToMs, endOfDayMs } from '../time/zone-dates.ts'

const dayMs = 86_400_000
const termDays: Partial<Record<StatusLinkTerm, number>> = { in30Days: 30, in90Days: 90 }

/** When a link made at `nowMs` ends; null = 14 days after the project has shipped. */
export const fixedEndMs = (term: StatusLinkTerm, nowMs: number): number | null => {
  const days = termDays[term]
  return days === undefined ? null : nowMs + days * dayMs
}

interface LinkFacts {
  /** null = 14 days after the shipment. */
  readonly expiresAt: Date | null
}

/** What decides when a project has shipped. */
interface Shipment {
  readonly currentPhase: ProjectPhase
  readonly status: ProjectStatus
  readonly actualShipDate: Date | null
}

/** When a link ends; null = not yet known. 14 days after the shipment are whole days of the organization. `project` null = it was deleted. */
export const linkEndMs = ({ expiresAt }: LinkFacts, project: Shipment | null, zone: string): number | null => {
  if (expiresAt !== null) return expiresAt.getTime()
  const shippedMs =
    project && effectivePhase(project) === 'shipped' ? (project.actualShipDate?.getTime() ?? null) : null
  if (shippedMs === null) return null
  const lastDay = localDay(shippedMs, zone) + statusLinkLimits.daysAfterShipment
  const date = new Date(lastDay * dayMs).toISOString().slice(0, 10)
  return endOfDayMs(dateOnlyToMs(date, zone), zone)
}
