import type { OperationState } from '#contract/operation-outlook.ts'
import type { WorkCalendar } from '../time/work-calendar.ts'

/** Slack in working days up to which an operation, and with it its project, is at risk. */
export { defaultRiskDays } from '#contract/operation-filter.ts'

/**
 * Working time after the planned end from which an operation is behind plan. Work that is not reported as started pushes everything after
 * it by a minute each minute, so a shorter delay is only a late report, and nothing that a planner would act on.
 */
const behindPlanFromMs = 15 * 60_000

/** The facts that decide the state of an operation; instants in epoch ms, null = none. */
export interface OperationFacts {
  readonly completed: boolean
  /** Its project is not complete, shipped, on hold or cancelled (`effectivePhase`). */
  readonly projectOpen: boolean
  /** Scheduled end: the plan. */
  readonly plannedEndMs: number | null
  /** Its forecast end if the plan is followed; null = no date can be given. */
  readonly forecastEndMs: number | null
  /** Latest end with which its project still meets the due date (`needBy`); null = no due date binds it. */
  readonly needByMs: number | null
  /** Working days from forecast end to need-by; null = one of the two is missing. */
  readonly slackDays: number | null
}

/** **Open**: work of a project under way that is not completed. */
const isOpen = ({ completed, projectOpen }: Pick<OperationFacts, 'completed' | 'projectOpen'>): boolean =>
  projectOpen && !completed

/**
 * **Unscheduled**: open, and the plan in force has no end for it. Dashboard, schedule, operation lists and runs count this. Work
 * of held, finished or cancelled projects does not count.
 */
export const isNotPlaced = (facts: Pick<OperationFacts, 'completed' | 'projectOpen' | 'plannedEndMs'>): boolean =>
  isOpen(facts) && facts.plannedEndMs === null

/** The date by which open work should have ended: its planned end or its need-by, whichever is earlier; null = neither. */
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
 * **Behind plan**: open, and its forecast end is after its planned end by `behindPlanFromMs` or more, independent of its state.
 * `calendar` has the working time of the operation.
 */
export const isBehindPlan = (facts: OperationFacts, calendar: Pick<WorkCalendar, 'toWork'>): boolean => {
  const { plannedEndMs, forecastEndMs } = facts
  if (!isOpen(facts) || plannedEndMs === null || forecastEndMs === null) return false
  return calendar.toWork(forecastEndMs) - calendar.toWork(plannedEndMs) >= behindPlanFromMs
}

/** The one word for an operation; each excludes the others. */
export const operationStateOf = (facts: OperationFacts, nowMs: number, riskDays: number): OperationState => {
  if (facts.completed) return 'completed'
  if (!facts.projectOpen) return 'closed'
  if (isOverdue(facts, nowMs)) return 'overdue'
  if (facts.forecastEndMs === null) return 'unscheduled'
  if (isProjectedLate(facts, nowMs)) return 'projectedLate'
  return isAtRisk(facts, nowMs, riskDays) ? 'atRisk' : 'onTime'
}
