import { type ProjectPhase, type ProjectState, unscheduledPhases } from '#contract/vocabulary.ts'
import { dayOfEnd, daysBehind, localDay } from '../projects/local-day.ts'

/** The facts that decide the state of a project; instants in epoch ms, null = none. */
export interface ProjectFacts {
  /** `effectivePhase`. */
  readonly phase: ProjectPhase
  /** End of the planned ship date in the organization's zone. */
  readonly dueMs: number | null
  /** The forecast end of its last operation if the plan is followed; null = no open work has a date. */
  readonly completionMs: number | null
  /** The least slack of its open operations, in working days; null = none has any. */
  readonly slackDays: number | null
}

/** True where work is planned and forecast: not complete, shipped, on hold or cancelled. */
export const isProjectOpen = (phase: string): boolean => !unscheduledPhases.some((closed) => closed === phase)

/** **Lateness**: calendar days from the ship date to the forecast completion, negative = early; null = no forecast or no ship date. */
export const latenessDays = ({ phase, dueMs, completionMs }: ProjectFacts, zone: string): number | null =>
  !isProjectOpen(phase) || dueMs === null || completionMs === null ? null : daysBehind(dueMs, completionMs, zone)

/** **Past due**: calendar days since the ship date of a project that has not shipped; null = it has not passed, or is no promise. */
export const pastDueDays = ({ phase, dueMs }: ProjectFacts, zone: string, nowMs: number): number | null => {
  if (dueMs === null || phase === 'shipped' || phase === 'cancelled') return null
  const days = localDay(nowMs, zone) - dayOfEnd(dueMs, zone)
  return days > 0 ? days : null
}

/** States that the phase alone decides, by the phase (`effectivePhase`). */
export const closedStates: Partial<Record<ProjectPhase, ProjectState>> = {
  complete: 'complete',
  shipped: 'complete',
  on_hold: 'onHold',
  cancelled: 'cancelled',
}

/**
 * The one word for a project. **Late**: its forecast completion is after due. At risk: it is not, and one of its open operations
 * has `riskDays` working days of slack or less.
 */
export const projectState = (facts: ProjectFacts, zone: string, riskDays: number): ProjectState => {
  const closed = closedStates[facts.phase]
  if (closed) return closed
  if (facts.completionMs === null) return 'unscheduled'
  if ((latenessDays(facts, zone) ?? 0) > 0) return 'late'
  return facts.slackDays !== null && facts.slackDays <= riskDays ? 'atRisk' : 'onTime'
}
