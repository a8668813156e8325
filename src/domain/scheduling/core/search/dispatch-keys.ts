import { generateParallel } from '../best-of-rules.ts'
import type { DispatchRule } from '../dispatch-rule.ts'
import { dispatchRules } from '../dispatch-rules.ts'
import { PlanBuilder } from '../plan-builder.ts'
import { planCost } from '../plan-objective.ts'
import type { SearchRun } from './search-run.ts'

/** Attempts without improvement after which the keys are left unchanged; fewer for plans with many operations. */
const mostPatience = 200
const leastPatience = 20
const placementsOfPatience = 2_000_000
/** Maximum number of projects whose keys change in one attempt, and by how much. */
const mostProjects = 3
const mostChange = 1.5

/**
 * Search over dispatch keys (after Storer, Wu and Vaccari 1992): the look-ahead of the apparent tardiness rules is
 * doubled and halved as long as that helps, and then the keys of some projects change at random. Suited to large
 * congested shops, because it moves everything at once.
 */
export const searchDispatchKeys = (run: SearchRun): void => {
  const { problem } = run
  const builder = new PlanBuilder(problem)
  const patience = Math.max(leastPatience, Math.min(mostPatience, placementsOfPatience / problem.operationCount))
  let best: DispatchRule | null = null
  let least = Infinity
  /** Whether the rule gives a better plan than all before. */
  const improves = (rule: DispatchRule): boolean => {
    if (!run.next()) return false
    if (!generateParallel(builder, rule, run.onPlaced)) {
      run.iterations--
      return false
    }
    run.offer(builder)
    const [cost, , , unplaced] = planCost(problem, builder)
    if (cost > least || unplaced > run.best.cost[3]) return false
    const better = cost < least
    least = cost
    best = rule
    return better
  }
  for (const make of dispatchRules(problem)) {
    const rule = make()
    const { urgency } = rule
    if (!urgency) continue
    const at = (scale: number): DispatchRule => ({ ...rule, urgency: { ...urgency, scale } })
    improves(rule)
    for (const factor of [2, 0.5]) {
      let scale = urgency.scale * factor
      while (improves(at(scale))) scale *= factor
    }
  }
  for (let idle = 0; best && idle < patience && !run.done; idle++) {
    if (improves(changed(run, best))) idle = -1
  }
}

/** The rule with changed keys for a few projects. */
const changed = (run: SearchRun, rule: DispatchRule): DispatchRule => {
  const { project, projectCount } = run.problem
  const change = new Float64Array(projectCount)
  for (let left = 1 + run.below(mostProjects); left > 0; left--) {
    change[run.below(projectCount)] += (run.random() - 0.5) * 2 * mostChange
  }
  return { ...rule, keys: rule.keys.map((key, i) => key + change[project[i]]) }
}
