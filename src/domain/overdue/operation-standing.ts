import type { OperationStanding } from '#contract/operation-lists.ts'

/** What the standing of an operation is judged from; instants in epoch ms. */
export interface StandingFacts {
  readonly completed: boolean
  /** Its project is not complete, shipped, on hold or cancelled (`effectivePhase`). */
  readonly projectOpen: boolean
  /** Scheduled end; NaN = none. */
  readonly plannedEndMs: number
  /** `latestEnds`; Infinity = no due date binds it. */
  readonly latestEndMs: number
  /** Working days between the two (`WorkingDays`); NaN = none. */
  readonly slackDays: number
}

/** Work of a project under way that is not done. */
export const isOpen = ({ completed, projectOpen }: Pick<StandingFacts, 'completed' | 'projectOpen'>): boolean =>
  projectOpen && !completed

/**
 * **Not placed**: open, and the plan in force has no end for it. Dashboard, schedule, operation lists and runs count this; work of
 * projects on hold, finished or cancelled waits for no place.
 */
export const isNotPlaced = (facts: Pick<StandingFacts, 'completed' | 'projectOpen' | 'plannedEndMs'>): boolean =>
  isOpen(facts) && Number.isNaN(facts.plannedEndMs)

/** **Overdue**: open, and its planned end has passed. What is on hold is overdue too as long as it keeps a planned end. */
export const isOverdue = (facts: Omit<StandingFacts, 'latestEndMs' | 'slackDays'>, nowMs: number): boolean =>
  isOpen(facts) && facts.plannedEndMs < nowMs

/**
 * **Projected late**: open and not overdue yet, but it ends later than its successors and its project's due date allow. A
 * project's plan ends after its due date exactly when one of its operations is projected late or overdue without slack;
 * those with slack in the same project are not listed, as moving them would help nobody.
 */
export const isProjectedLate = (facts: StandingFacts, nowMs: number): boolean =>
  isOpen(facts) && facts.plannedEndMs >= nowMs && facts.plannedEndMs > facts.latestEndMs

/** **At risk**: open, neither overdue nor projected late, with `riskDays` working days of slack or less. */
export const isAtRisk = (facts: StandingFacts, nowMs: number, riskDays: number): boolean =>
  isOpen(facts) && facts.plannedEndMs >= nowMs && facts.plannedEndMs <= facts.latestEndMs && facts.slackDays <= riskDays

/** The one word for an operation; each excludes the others. */
export const operationStanding = (facts: StandingFacts, nowMs: number, riskDays: number): OperationStanding => {
  if (facts.completed) return 'completed'
  if (!facts.projectOpen) return 'closed'
  if (isNotPlaced(facts)) return 'unscheduled'
  if (isOverdue(facts, nowMs)) return 'overdue'
  if (isProjectedLate(facts, nowMs)) return 'projectedLate'
  return isAtRisk(facts, nowMs, riskDays) ? 'atRisk' : 'onTime'
}
