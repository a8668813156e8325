import type { CoreProblem } from '../core-problem.ts'
import { PlanBuilder } from '../plan-builder.ts'
import { compareCosts, planCost } from '../plan-objective.ts'
import { reverseProblem } from '../reverse-problem.ts'
import { serialSchedule } from '../serial-schedule.ts'
import type { SearchRun } from './search-run.ts'

/** Costs remembered: a new plan must beat the present one or the one of this many tries ago (Burke and Bykov 2017). */
const memory = 200

/**
 * Late acceptance search over the order of placement: a few operations, or all of one project, change their turn, and the plan is
 * generated again. Makespan plans are also justified to the right and back to the left (Valls, Ballestin, Quintanilla 2005).
 */
export const lateAcceptance = (run: SearchRun): void => {
  const { problem, random, onPlaced, best: first } = run
  const count = problem.operationCount
  const builder = new PlanBuilder(problem)
  const reversed = problem.objective === 'makespan' ? reverseProblem(problem) : null
  const backwards = reversed ? new PlanBuilder(reversed) : null
  const keys = new Float64Array(count)
  const mirror = new Float64Array(count)
  const order = first.start.slice()
  const rows = projectRows(problem)
  const costs = new Float64Array(memory).fill(first.cost[0])
  let present = first.cost
  let tried = 0

  const justify = (): boolean => {
    if (!backwards) return true
    for (let i = 0; i < count; i++) mirror[i] = -builder.end[i]
    if (!serialSchedule(backwards, mirror, onPlaced)) return false
    for (let i = 0; i < count; i++) mirror[i] = -backwards.end[i]
    return serialSchedule(builder, mirror, onPlaced)
  }

  while (run.next()) {
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
      run.offer(builder)
    }
    costs[slot] = present[0]
  }
}

const projectRows = (problem: CoreProblem): number[][] => {
  const rows: number[][] = Array.from({ length: problem.projectCount }, () => [])
  problem.project.forEach((row, i) => {
    rows[row]?.push(i)
  })
  return rows.filter((list) => list.length > 0)
}
