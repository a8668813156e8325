import { type ProjectPhase, type ProjectState, unscheduledPhases } from '#contract/vocabulary.ts'
import { dayOfEnd, daysBehind, localDay } from '../projects/local-day.ts'

/** Facts that decide the state of a project; instants in epoch ms, null = none. */
export interface ProjectFacts {
  /** `effectivePhase`. */
  readonly phase: ProjectPhase
  /** End of the planned ship date in the organization's time zone. */
  readonly dueMs: number | null
  /** Forecast end of its last operation if the plan is followed; null = no open work has a date. */
  readonly completionMs: number | null
  /** Smallest slack of its open operations, in working days; null = none has slack. */
  readonly slackDays: number | null
}

/** Whether work of the phase is planned and forecast: not complete, shipped, on hold or cancelled. */
export const isProjectOpen = (phase: string): boolean => !unscheduledPhases.some((closed) => closed === phase)

/** **Lateness**: calendar days from the ship date to the forecast completion, negative = early; null = no forecast or no ship date. */
export const latenessDays = ({ phase, dueMs, completionMs }: ProjectFacts, zone: string): number | null =>
  !isProjectOpen(phase) || dueMs === null || completionMs === null ? null : daysBehind(dueMs, completionMs, zone)

/**
 * **Past due**: calendar days since the ship date of a project that has not shipped; null if the date has not passed, or no longer applies.
 */
export const pastDueDays = ({ phase, dueMs }: ProjectFacts, zone: string, nowMs: number): number | null => {
  if (dueMs === null || phase === 'shipped' || phase === 'cancelled') return null
  const days = localDay(nowMs, zone) - dayOfEnd(dueMs, zone)
  return days > 0 ? days : null
}

/** States that depend on the phase alone, by effective phase. */
export const closedStates: Partial<Record<ProjectPhase, ProjectState>> = {
  complete: 'complete',
  shipped: 'complete',
  on_hold: 'onHold',
  cancelled: 'cancelled',
}

/**
 * The state of a project. **Late**: its forecast completion is after the due date. At risk: it is not late, but one of
 * its open operations has at most `riskDays` working days of slack.
 */
export const projectState = (facts: ProjectFacts, zone: string, riskDays: number): ProjectState => {
  const closed = closedStates[facts.phase]
  if (closed) return closed
  if (facts.completionMs === null) return 'unscheduled'
  if ((latenessDays(facts, zone) ?? 0) > 0) return 'late'
  return facts.slackDays !== null && facts.slackDays <= riskDays ? 'atRisk' : 'onTime'
}
