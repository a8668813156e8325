import type { CorePlan, CoreProblem } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import { dispatchRules } from './dispatch-rules.ts'
import { parallelListSchedule } from './parallel-list-schedule.ts'
import { parallelSchedule } from './parallel-schedule.ts'
import { PlanBuilder } from './plan-builder.ts'
import { compareCosts, type PlanCost, planCost } from './plan-objective.ts'
import { presentSequence, sequenceSchedule } from './sequence-schedule.ts'
import { type OnPlaced, serialSchedule } from './serial-schedule.ts'

export interface RankedPlan extends CorePlan {
  cost: PlanCost
  rule: string
  generation: 'serial' | 'parallel'
}

export interface BestOfRules {
  best: RankedPlan
  builder: PlanBuilder
  /** Plans built. */
  iterations: number
}

export interface RulesHooks {
  /** Called after each placement; true stops the search without a result. `plan` counts from 0. */
  onPlaced: (operation: number, plan: number) => boolean
  /** Called with a plan that is better than all before. */
  onBetter?: (plan: RankedPlan) => void
}

/** Placements spent on trying further rules, so that big shops stay within about a second. */
const placementBudget = 1_000_000

/** Parallel generation with the variant that fits the problem. */
export const generateParallel = (builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced): boolean => {
  const { demandFirst, operationCount } = builder.problem
  let single = true
  for (let i = 0; i < operationCount && single; i++) {
    single = demandFirst[i + 1] - demandFirst[i] <= 1
  }
  return single ? parallelSchedule(builder, rule, onPlaced) : parallelListSchedule(builder, rule, onPlaced)
}

const ranked = (builder: PlanBuilder, rule: string, generation: RankedPlan['generation']): RankedPlan => ({
  start: builder.start.slice(),
  end: builder.end.slice(),
  cost: planCost(builder.problem, builder),
  rule,
  generation,
})

/**
 * The first plans: dispatch rules with parallel and serial generation, and the order of the present plan. Returns the best one,
 * shifted left as far as possible (which never makes it worse). Null when stopped.
 */
export const bestOfRules = (problem: CoreProblem, hooks: RulesHooks): BestOfRules | null => {
  const builder = new PlanBuilder(problem)
  const [first, ...others] = dispatchRules(problem)
  if (!first) return null
  const starts = problem.presentStart
  const planned = starts.some((start) => !Number.isNaN(start))
  // Work that is unscheduled in the present plan comes after all scheduled work, ordered by its release.
  const present = (): DispatchRule => ({
    name: 'present order',
    keys: starts.map((start, i) => (Number.isNaN(start) ? 1e15 + problem.release[i] : start)),
    urgency: null,
  })
  // The present plan when followed, shifted left: with it no run is worse than following the plan.
  const followed = (): DispatchRule => {
    const release = problem.release.map((at, i) => Math.max(at, Number.isNaN(starts[i]) ? at : starts[i]))
    const plan = new PlanBuilder({ ...problem, release })
    sequenceSchedule(plan, presentSequence(problem), () => false)
    return { name: 'present sequence', keys: plan.start, urgency: null }
  }
  const tries: [() => DispatchRule, RankedPlan['generation']][] = [
    [first, 'parallel'],
    ...(planned ? [present, followed].map((rule): [() => DispatchRule, 'serial'] => [rule, 'serial']) : []),
    ...others.map((rule): [() => DispatchRule, 'parallel'] => [rule, 'parallel']),
    ...others.slice(1).map((rule): [() => DispatchRule, 'serial'] => [rule, 'serial']),
  ]
  let best: RankedPlan | null = null
  let iterations = 0
  for (const [make, generation] of tries) {
    if (best && iterations * problem.operationCount > placementBudget) break
    const plan = iterations
    const rule = make()
    const onPlaced: OnPlaced = (operation) => hooks.onPlaced(operation, plan)
    const done =
      generation === 'serial' ? serialSchedule(builder, rule.keys, onPlaced) : generateParallel(builder, rule, onPlaced)
    if (!done) return null
    iterations++
    if (!best || compareCosts(planCost(problem, builder), best.cost) < 0) {
      best = ranked(builder, rule.name, generation)
      hooks.onBetter?.(best)
    }
  }
  if (!best) return null
  const shifted = serialSchedule(builder, best.start, (operation) => hooks.onPlaced(operation, iterations))
  if (!shifted) return null
  const left = ranked(builder, best.rule, best.generation)
  return { best: compareCosts(left.cost, best.cost) <= 0 ? left : best, builder, iterations: iterations + 1 }
}
