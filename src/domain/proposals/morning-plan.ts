import type { HeldBackReason } from '#contract/morning-plan.ts'
import type { PlanSummary } from '../scheduling/run-result.ts'

/** What is judged of a plan that the server has computed by itself. */
export type MorningFigures = Pick<
  PlanSummary,
  'effect' | 'lateDays' | 'lateDaysBefore' | 'lateProjects' | 'lateProjectsBefore'
>

/** Whether a plan is worth a planner's time: fewer late days or late projects, or dates for work without any. */
export const isWorthProposing = ({ effect, lateDays, lateDaysBefore, ...plan }: MorningFigures): boolean =>
  lateDays < lateDaysBefore || plan.lateProjects < plan.lateProjectsBefore || effect.newDate > 0

/**
 * Why a plan may not be applied without a person; null = it may, if it moves nothing in the freeze window. `leastLateDays` is what it has
 * to save.
 */
export const heldBackBy = (
  { effect, lateDays, lateDaysBefore }: MorningFigures,
  leastLateDays: number,
): HeldBackReason | null => {
  if (effect.becameLate > 0) return 'becomesLate'
  if (effect.noDate > 0) return 'losesDates'
  return lateDaysBefore - lateDays < leastLateDays ? 'savesTooLittle' : null
}
