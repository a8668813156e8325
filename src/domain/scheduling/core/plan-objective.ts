import type { CorePlan, CoreProblem } from './core-problem.ts'

/** Compared in this order, less is better: unscheduled operations, lateness, changeovers, completion, moves. */
export type PlanCost = readonly [
  lateness: number,
  completion: number,
  moves: number,
  unplaced: number,
  changeover: number,
]

/** Weight of completion relative to lateness in a search; it only distinguishes plans with equal lateness. */
export const completionShare = 1e-4
/** Weight of changeovers, which count before completion. */
export const changeoverShare = 1e-2

/** Cost of a project that ends at `end`: its weight for each unit of time after its due date, and for what it misses otherwise. */
export const weightedLateness = (end: number, due: number, weight: number, missed = 0): number => {
  const late = Math.max(0, end - due) + missed
  return late > 0 ? late * weight : 0
}

/**
 * What a plan costs, in the unit of time of its problem. A project costs its weight for each unit of time after its due date, and so does each of
 * its operations after the deadline of the operation (an operation with fixed dates waits for it). Rules, searches and comparisons of plans all
 * use this. A further goal becomes one more term here.
 */
export class Objective {
  readonly #problem: CoreProblem
  readonly #deadlines: Map<number, number[]>

  constructor(problem: CoreProblem) {
    this.#problem = problem
    this.#deadlines = new Map()
    for (let i = 0; i < problem.operationCount; i++) {
      if (problem.deadline[i] === Infinity) continue
      const list = this.#deadlines.get(problem.project[i])
      if (list) list.push(i)
      else this.#deadlines.set(problem.project[i], [i])
    }
  }

  /** Weighted lateness of a project that ends at an instant (-Infinity = it has no work). `missed` is the sum by which its deadlines are missed. */
  lateness(project: number, end: number, missed: number): number {
    const { due, weight } = this.#problem
    return weightedLateness(end, due[project], weight[project], missed)
  }

  /** The same with a small share of its completion, which decides between plans that are equally late. */
  projectCost(project: number, end: number, missed: number): number {
    const completion = end === -Infinity ? 0 : completionShare * (end - this.#problem.origin)
    return this.lateness(project, end, missed) + completion
  }

  /** Operations of a project with a deadline. */
  deadlinesOf(project: number): readonly number[] {
    return this.#deadlines.get(project) ?? noOperations
  }

  /** By how much the operations of a project miss their deadlines in total. Operations without a place do not count. */
  missed(project: number, ends: Float64Array): number {
    let missed = 0
    for (const i of this.deadlinesOf(project)) {
      const late = ends[i] - this.#problem.deadline[i]
      if (late > 0 && late !== Infinity) missed += late
    }
    return missed
  }
}

const noOperations: readonly number[] = []

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

/** The cost of a whole plan, with its parts. */
export const planCost = (problem: CoreProblem, plan: CorePlan, objective = new Objective(problem)): PlanCost => {
  let late = 0
  let completion = 0
  const ends = projectEnds(problem, plan)
  for (let p = 0; p < problem.projectCount; p++) {
    late += objective.lateness(p, ends[p], objective.missed(p, plan.end))
    if (ends[p] !== -Infinity) completion += ends[p] - problem.origin
  }
  const present = problem.modes?.present
  const mode = present ? plan.mode : null
  let moves = 0
  let unplaced = 0
  for (let i = 0; i < problem.operationCount; i++) {
    const before = problem.presentStart[i]
    if (!Number.isNaN(before) && (before !== plan.start[i] || (present && mode && present[i] !== mode[i]))) moves++
    if (plan.end[i] === Infinity) unplaced++
  }
  return [late, completion, moves, unplaced, plan.changeover ?? 0]
}

/** The cost without deadlines, as shown to a planner. */
export const shownCost = (problem: CoreProblem, plan: CorePlan): PlanCost =>
  planCost({ ...problem, deadline: new Float64Array(problem.operationCount).fill(Infinity) }, plan)

/** Negative if `a` is better. Leaving out an operation does not make a plan cheaper. */
export const compareCosts = (a: PlanCost, b: PlanCost): number =>
  a[3] - b[3] || a[0] - b[0] || a[4] - b[4] || a[1] - b[1] || a[2] - b[2]
