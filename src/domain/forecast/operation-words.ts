import type { OperationState } from '#contract/operation-outlook.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'

/** Slack in working days up to which an operation, and with it its project, is at risk. */
export { defaultRiskDays } from '#contract/operation-filter.ts'

/**
 * Working time after the planned end from which an operation is behind plan. Unreported work pushes everything after it
 * back by a minute each minute, so a shorter delay is only a late report that a planner would not act on.
 */
const behindPlanFromMs = 15 * 60_000

/** Facts that decide the state of an operation; instants in epoch ms, null = none. */
export interface OperationFacts {
  readonly completed: boolean
  /** Whether its project is under way: not complete, shipped, on hold or cancelled (`effectivePhase`). */
  readonly projectOpen: boolean
  /** Scheduled end in the plan. */
  readonly plannedEndMs: number | null
  /** Forecast end if the plan is followed; null = no date can be forecast. */
  readonly forecastEndMs: number | null
  /** Latest end with which its project still meets the due date (`needBy`); null = no due date applies. */
  readonly needByMs: number | null
  /** Working days from forecast end to need-by; null if either is missing. */
  readonly slackDays: number | null
}

/** **Open**: not completed, in a project that is under way. */
const isOpen = ({ completed, projectOpen }: Pick<OperationFacts, 'completed' | 'projectOpen'>): boolean =>
  projectOpen && !completed

/**
 * **Unscheduled**: open, without an end in the current plan. Dashboard, schedule, operation lists and runs count this.
 * Work of held, finished or cancelled projects is not open and does not count.
 */
export const isNotPlaced = (facts: Pick<OperationFacts, 'completed' | 'projectOpen' | 'plannedEndMs'>): boolean =>
  isOpen(facts) && facts.plannedEndMs === null

/** The date by which open work should end: its planned end or its need-by, whichever is earlier; null = neither. */
export const endsByMs = ({
  plannedEndMs,
  needByMs,
}: Pick<OperationFacts, 'plannedEndMs' | 'needByMs'>): number | null =>
  plannedEndMs === null || needByMs === null ? (plannedEndMs ?? needByMs) : Math.min(plannedEndMs, needByMs)

/** **Overdue**: open, and the date by which it should have ended has passed. Work on hold can be overdue too. */
const isOverdue = (facts: OperationFacts, nowMs: number): boolean => {
  const byMs = endsByMs(facts)
  return isOpen(facts) && byMs !== null && byMs < nowMs
}

/** **Projected late**: open, not overdue, and its forecast end is after its need-by. */
const isProjectedLate = (facts: OperationFacts, nowMs: number): boolean => {
  const { forecastEndMs, needByMs } = facts
  return (
    isOpen(facts) && !isOverdue(facts, nowMs) && forecastEndMs !== null && needByMs !== null && forecastEndMs > needByMs
  )
}

/** **At risk**: open, neither overdue nor projected late, with `riskDays` working days of slack or less. */
const isAtRisk = (facts: OperationFacts, nowMs: number, riskDays: number): boolean =>
  isOpen(facts) &&
  !isOverdue(facts, nowMs) &&
  !isProjectedLate(facts, nowMs) &&
  facts.slackDays !== null &&
  facts.slackDays <= riskDays

/**
 * **Behind plan**: open, with a forecast end at least `behindPlanFromMs` after the planned end, whatever its state.
 * `calendar` has the operation's working time.
 */
export const isBehindPlan = (facts: OperationFacts, calendar: Pick<WorkCalendar, 'toWork'>): boolean => {
  const { plannedEndMs, forecastEndMs } = facts
  if (!isOpen(facts) || plannedEndMs === null || forecastEndMs === null) return false
  return calendar.toWork(forecastEndMs) - calendar.toWork(plannedEndMs) >= behindPlanFromMs
}

/** The state of an operation. The states are mutually exclusive. */
export const operationStateOf = (facts: OperationFacts, nowMs: number, riskDays: number): OperationState => {
  if (facts.completed) return 'completed'
  if (!facts.projectOpen) return 'closed'
  if (isOverdue(facts, nowMs)) return 'overdue'
  if (facts.forecastEndMs === null) return 'unscheduled'
  if (isProjectedLate(facts, nowMs)) return 'projectedLate'
  return isAtRisk(facts, nowMs, riskDays) ? 'atRisk' : 'onTime'
}
