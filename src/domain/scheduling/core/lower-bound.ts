import type { CorePlan, CoreProblem } from './core-problem.ts'
import { PlanBuilder } from './plan-builder.ts'
import { serialSchedule } from './serial-schedule.ts'

/** The plan with unlimited resources, in which no project ends later than in any other plan; null = unknown. */
export const unlimitedPlan = (problem: CoreProblem): CorePlan | null => {
  // The mode that ends first is not always the one whose share is done first.
  if (problem.successorLeft && problem.modes) return null
  const builder = new PlanBuilder({ ...problem, demandFirst: new Int32Array(problem.operationCount + 1) })
  serialSchedule(builder, problem.release, () => false)
  return builder
}
