import type { CorePlan, CoreProblem } from './core-problem.ts'

/** Compared in this order, less is better: unscheduled operations, the objective of the problem, changeovers, completion, moves. */
export type PlanCost = readonly [
  primary: number,
  completion: number,
  moves: number,
  unplaced: number,
  changeover: number,
]

/** Weight of completion relative to lateness in a search; it only distinguishes plans with equal lateness. */
export const completionShare = 1e-4
/** Weight of changeovers, which count before completion. */
export const changeoverShare = 1e-2

/** Completion instant of each project: the latest end of placed and fixed work; -Infinity if there is none. */
export const projectEnds = (problem: CoreProblem, plan: CorePlan): Float64Array => {
  const ends = problem.fixedEnd.slice()
  for (let i = 0; i < problem.operationCount; i++) {
    const end = plan.end[i]
    const project = problem.project[i]
    if (end !== Infinity && end > ends[project]) ends[project] = end
  }
  return ends
}

/**
 * Costs in the problem's unit of time: weighted lateness (or makespan), total completion from the origin, moves. Work
 * that misses its deadline also counts as late, with the weight of its project.
 */
export const planCost = (problem: CoreProblem, plan: CorePlan): PlanCost => {
  let late = 0
  let completion = 0
  let makespan = 0
  const ends = projectEnds(problem, plan)
  for (let p = 0; p < problem.projectCount; p++) {
    const end = ends[p]
    if (end === -Infinity) continue
    completion += end - problem.origin
    makespan = Math.max(makespan, end - problem.origin)
    late += Math.max(0, end - problem.due[p]) * problem.weight[p]
  }
  const present = problem.modes?.present
  const mode = present ? plan.mode : null
  let moves = 0
  let unplaced = 0
  for (let i = 0; i < problem.operationCount; i++) {
    const before = problem.presentStart[i]
    if (!Number.isNaN(before) && (before !== plan.start[i] || (present && mode && present[i] !== mode[i]))) moves++
    const end = plan.end[i]
    if (end === Infinity) unplaced++
    else if (end > problem.deadline[i]) late += (end - problem.deadline[i]) * problem.weight[problem.project[i]]
  }
  return [problem.objective === 'makespan' ? makespan : late, completion, moves, unplaced, plan.changeover ?? 0]
}

/** The cost without deadlines, as shown to a planner. */
export const shownCost = (problem: CoreProblem, plan: CorePlan): PlanCost =>
  planCost({ ...problem, deadline: new Float64Array(problem.operationCount).fill(Infinity) }, plan)

/** Negative if `a` is better. Leaving out an operation does not make a plan cheaper. */
export const compareCosts = (a: PlanCost, b: PlanCost): number =>
  a[3] - b[3] || a[0] - b[0] || a[4] - b[4] || a[1] - b[1] || a[2] - b[2]
