import type { CoreProblem } from './core-problem.ts'
import { PlanBuilder } from './plan-builder.ts'
import { planCost } from './plan-objective.ts'
import { serialSchedule } from './serial-schedule.ts'

/** A lower bound of the lateness: that of the plan with unlimited resources. */
export const lowerBound = (problem: CoreProblem): number => {
  // The mode that ends first is not always the one whose share is done first.
  if (problem.successorLeft && problem.modes) return 0
  const builder = new PlanBuilder({ ...problem, demandFirst: new Int32Array(problem.operationCount + 1) })
  serialSchedule(builder, problem.release, () => false)
  return planCost(problem, builder)[0]
}
