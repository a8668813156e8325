import { type RankedPlan, ranked, shiftedLeft } from './best-of-rules.ts'
import type { CoreProblem } from './core-problem.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { compareGains, Objective, type PlanCost, planCost, projectEnds } from './plan-objective.ts'
import { type OnPlaced, serialSchedule } from './serial-schedule.ts'

/** Placements that may be spent on bringing work back to where it is. */
const placementBudget = 1_000_000
const mostPlans = 200

/**
 * A plan as good as `found` that leaves more work where the current plan has it: projects whose work can take its current order again without
 * a loss do so, as many at once as possible. Null if stopped.
 */
export const nearestPlan = (
  builder: PlanBuilder,
  present: RankedPlan,
  found: RankedPlan,
  onPlaced: OnPlaced,
): RankedPlan | null => {
  const { problem } = builder
  const budget = Math.min(mostPlans, Math.floor(placementBudget / Math.max(1, problem.operationCount)))
  const isKept = new Uint8Array(problem.projectCount)
  let best = found
  let plans = 0
  /** Keeps these projects too if that loses nothing; otherwise tries each half. Returns false if stopped. */
  const keep = (projects: readonly number[]): boolean => {
    if (projects.length === 0 || plans >= budget) return true
    plans++
    for (const p of projects) isKept[p] = 1
    const { keys, modes } = mixed(problem, present, found, isKept)
    if (!serialSchedule(builder, keys, onPlaced, modes)) return false
    const plan = ranked(builder, found.rule, 'serial')
    const left = loses(plan.cost, found.cost) ? null : shiftedLeft(builder, plan, onPlaced)
    if (left && !loses(left.cost, found.cost)) {
      if (movesOf(problem, left) <= movesOf(problem, best)) best = left
      return true
    }
    for (const p of projects) isKept[p] = 0
    if (projects.length === 1) return true
    const middle = projects.length >> 1
    return keep(projects.slice(0, middle)) && keep(projects.slice(middle))
  }
  return keep(candidates(problem, present, found)) ? best : null
}

/** Whether a plan is worse than another one, however much it moves. */
const loses = (cost: PlanCost, than: PlanCost): boolean => compareGains(cost, than) > 0

/** Projects that the found plan moves, those first that gain nothing by it. */
const candidates = (problem: CoreProblem, present: RankedPlan, found: RankedPlan): number[] => {
  const objective = new Objective(problem)
  const [before, after] = [projectEnds(problem, present), projectEnds(problem, found)]
  const isMoved = new Uint8Array(problem.projectCount)
  for (let i = 0; i < problem.operationCount; i++) {
    if (present.start[i] !== found.start[i] || present.mode?.[i] !== found.mode?.[i]) isMoved[problem.project[i]] = 1
  }
  const gain = (p: number): number =>
    objective.lateness(p, before[p], objective.missed(p, present.end)) -
    objective.lateness(p, after[p], objective.missed(p, found.end))
  return Array.from(isMoved.keys())
    .filter((p) => isMoved[p] === 1)
    .map((p) => ({ p, gain: gain(p) }))
    .sort((a, b) => a.gain - b.gain || a.p - b.p)
    .map(({ p }) => p)
}

/** Keys and modes that take the kept projects from the current plan and the others from the found one. */
const mixed = (problem: CoreProblem, present: RankedPlan, found: RankedPlan, isKept: Uint8Array) => {
  const keys = found.start.slice()
  const modes = found.mode?.slice() ?? null
  for (let i = 0; i < problem.operationCount; i++) {
    if (isKept[problem.project[i]] === 0) continue
    keys[i] = present.start[i]
    if (modes && present.mode) modes[i] = present.mode[i]
  }
  return { keys, modes }
}

/** Operations that a plan has elsewhere than the current plan of the problem. */
const movesOf = (problem: CoreProblem, plan: RankedPlan): number => planCost(problem, plan)[2]
