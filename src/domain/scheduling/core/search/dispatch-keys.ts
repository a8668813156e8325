import type { DispatchRule } from '../dispatch-rule.ts'
import { dispatchRules } from '../dispatch-rules.ts'
import { parallelSchedule } from '../parallel-schedule.ts'
import { PlanBuilder } from '../plan-builder.ts'
import { planCost } from '../plan-objective.ts'
import type { Search, SearchRun } from './search-run.ts'

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
 * congested shops, because it moves everything at once. Yields what it has spent, in placements.
 */
export function* searchDispatchKeys(run: SearchRun): Search {
  const { problem } = run
  const { operationCount } = problem
  const builder = new PlanBuilder(problem)
  const patience = Math.max(leastPatience, Math.min(mostPatience, placementsOfPatience / operationCount))
  let best: DispatchRule | null = null
  let least = Infinity
  /** Whether the rule gives a better plan than all before. */
  const improves = (rule: DispatchRule): boolean => {
    if (run.stopped || !parallelSchedule(builder, rule, run.onPlaced)) return false
    run.offer(builder)
    const [cost, , , unplaced] = planCost(problem, builder, run.objective)
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
    yield operationCount
    for (const factor of [2, 0.5]) {
      for (let scale = urgency.scale * factor, isBetter = true; isBetter; scale *= factor) {
        isBetter = improves(at(scale))
        yield operationCount
      }
    }
  }
  for (let idle = 0; best && idle < patience; idle++) {
    if (improves(changed(run, best))) idle = -1
    yield operationCount
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
