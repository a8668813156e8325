import type { RankedPlan } from './best-of-rules.ts'
import type { CoreProblem } from './core-problem.ts'
import { PlanBuilder } from './plan-builder.ts'
import { compareCosts, planCost } from './plan-objective.ts'
import { reverseProblem } from './reverse-problem.ts'
import { seededRandom } from './seeded-random.ts'
import { serialSchedule } from './serial-schedule.ts'

export interface ImproveOptions {
  seed: number
  /** Plans to try; the only limit that decides a result. */
  iterations: number
  /** After each placement; true ends the search with the best plan so far. */
  onPlaced: () => boolean
  onBetter?: (plan: RankedPlan) => void
  /** A lower bound of the cost, at which the search ends. */
  bound?: number
}

/** Costs remembered: a new plan must beat the present one or the one of this many tries ago (Burke and Bykov 2017). */
const memory = 200

/**
 * Late acceptance search over the order of placement: a few operations, or all of one project, change their turn, and the plan is
 * generated again. Makespan plans are also justified to the right and back to the left (Valls, Ballestin, Quintanilla 2005).
 */
export const improvePlan = (
  problem: CoreProblem,
  first: RankedPlan,
  { seed, iterations, onPlaced, onBetter, bound = -Infinity }: ImproveOptions,
): { best: RankedPlan; iterations: number } => {
  const count = problem.operationCount
  const random = seededRandom(seed)
  if (iterations <= 0 || count < 2) return { best: first, iterations: 0 }
  const builder = new PlanBuilder(problem)
  const reversed = problem.objective === 'makespan' ? reverseProblem(problem) : null
  const backwards = reversed ? new PlanBuilder(reversed) : null
  const keys = new Float64Array(count)
  const mirror = new Float64Array(count)
  const order = first.start.slice()
  const rows = projectRows(problem)
  const costs = new Float64Array(memory).fill(first.cost[0])
  let present = first.cost
  let best = first
  let tried = 0

  const justify = (): boolean => {
    if (!backwards) return true
    for (let i = 0; i < count; i++) mirror[i] = -builder.end[i]
    if (!serialSchedule(backwards, mirror, onPlaced)) return false
    for (let i = 0; i < count; i++) mirror[i] = -backwards.end[i]
    return serialSchedule(builder, mirror, onPlaced)
  }

  while (tried < iterations && best.cost[0] > bound) {
    keys.set(order)
    // Most changes are small, and a few are large.
    const reach = (present[1] / Math.max(1, problem.projectCount)) * random() ** 3
    if (problem.projectCount > 1 && random() < 0.3) {
      const by = (random() - 0.5) * reach
      for (const i of rows[Math.floor(random() * rows.length)] ?? []) keys[i] += by
    } else {
      for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
        const i = Math.floor(random() * count)
        keys[i] += (random() - 0.5) * reach
      }
    }
    if (!serialSchedule(builder, keys, onPlaced) || !justify()) break
    const cost = planCost(problem, builder)
    const slot = tried % memory
    tried++
    const late = cost[3] <= present[3] && cost[0] <= costs[slot]
    if (late || compareCosts(cost, present) <= 0) {
      present = cost
      order.set(builder.start)
      if (compareCosts(cost, best.cost) < 0) {
        best = { start: builder.start.slice(), end: builder.end.slice(), cost, rule: first.rule, generation: 'serial' }
        onBetter?.(best)
      }
    }
    costs[slot] = present[0]
  }
  return { best, iterations: tried }
}

const projectRows = (problem: CoreProblem): number[][] => {
  const rows: number[][] = Array.from({ length: problem.projectCount }, () => [])
  problem.project.forEach((row, i) => {
    rows[row]?.push(i)
  })
  return rows.filter((list) => list.length > 0)
}
