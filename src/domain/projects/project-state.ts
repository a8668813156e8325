import type { ProjectPhase, ProjectState, ProjectStatus } from '#contract/vocabulary.ts'
import { effectivePhase } from './effective-phase.ts'
import { localDay } from './local-day.ts'

/** Slack, in calendar days, up to which a project that is still on time is at risk (design tokens 8). */
export const atRiskSlackDays = 2

/** What the standing of a project is judged from; instants in epoch ms, null = not there. */
export interface ProjectFacts {
  readonly status: ProjectStatus
  readonly currentPhase: ProjectPhase
  readonly plannedShipMs: number | null
  /** Latest end of its operations: scheduled, or actual of completed ones; null = nothing of what is open is scheduled. */
  readonly scheduledEndMs: number | null
  /** Some of its operations are not completed. */
  readonly hasOpenWork: boolean
}

export interface ProjectStanding {
  readonly state: ProjectState
  /** Calendar days the projected completion is past the ship date; negative = slack; null = no forecast or no ship date. */
  readonly latenessDays: number | null
  readonly projectedCompletionMs: number | null
  readonly projectedFrom: 'schedule' | 'shipDate' | 'none'
}

/** Work that ends at midnight ends on the day before. */
const latenessOf = (endMs: number, shipMs: number, zone: string): number =>
  localDay(endMs - 1, zone) - localDay(shipMs, zone)

/** What is over or set aside is not judged by dates and has no forecast. */
const settledStates: Partial<Record<ProjectPhase, ProjectState>> = {
  complete: 'complete',
  shipped: 'complete',
  on_hold: 'onHold',
  cancelled: 'cancelled',
}

/** How a project stands against the end of its ship date in the organisation's zone (specification 9, design tokens 8). */
export const projectStanding = (facts: ProjectFacts, zone: string, nowMs: number): ProjectStanding => {
  const settled = settledStates[effectivePhase(facts)]
  if (settled) return { state: settled, latenessDays: null, projectedCompletionMs: null, projectedFrom: 'none' }
  const { plannedShipMs, scheduledEndMs } = facts
  const projectedCompletionMs = scheduledEndMs ?? plannedShipMs
  const projectedFrom = scheduledEndMs !== null ? 'schedule' : plannedShipMs !== null ? 'shipDate' : 'none'
  // Work that is still open cannot end in the past, whatever an old plan says.
  const endMs = scheduledEndMs !== null && facts.hasOpenWork ? Math.max(scheduledEndMs, nowMs) : scheduledEndMs
  const latenessDays = endMs !== null && plannedShipMs !== null ? latenessOf(endMs, plannedShipMs, zone) : null
  const state = (): ProjectState => {
    if (plannedShipMs !== null && localDay(nowMs, zone) > localDay(plannedShipMs, zone)) return 'late'
    if (scheduledEndMs === null) return 'unscheduled'
    if (latenessDays === null) return 'onTime'
    if (latenessDays > 0) return 'projectedLate'
    return latenessDays >= -atRiskSlackDays ? 'atRisk' : 'onTime'
  }
  return { state: state(), latenessDays, projectedCompletionMs, projectedFrom }
}
