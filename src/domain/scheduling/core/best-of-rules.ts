import type { CorePlan, CoreProblem } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import { dispatchRules } from './dispatch-rules.ts'
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
  /** Number of plans built. */
  iterations: number
}

export interface RulesHooks {
  /** Called after each placement; returning true stops the search without a result. `plan` counts from 0. */
  onPlaced: (operation: number, plan: number) => boolean
  /** Called with each plan that is better than all before. */
  onBetter?: (plan: RankedPlan) => void
}

/** Placements that the rules may spend, which limits large shops to about a second. */
const placementBudget = 400_000

const ranked = (builder: PlanBuilder, rule: string, generation: RankedPlan['generation']): RankedPlan => ({
  start: builder.start.slice(),
  end: builder.end.slice(),
  changeover: builder.changeover,
  mode: builder.mode?.slice() ?? null,
  cost: planCost(builder.problem, builder),
  rule,
  generation,
})

/** A rule to try, created when needed, and the generation to use with it. Serial generation ignores urgency. */
type Try = readonly [make: () => DispatchRule, generation: RankedPlan['generation']]

/** Limit for shifting left, which could continue forever if a changeover takes longer than a detour through another family. */
const mostShifts = 100

/**
 * Shifts a plan left until no operation can start earlier. With changeovers or alternatives this may make it slightly
 * worse. Shifting it again changes nothing, so a run that starts from this plan finds it again. Null if stopped.
 */
export const shiftedLeft = (builder: PlanBuilder, plan: RankedPlan, onPlaced: OnPlaced): RankedPlan | null => {
  let { start } = plan
  for (let moved = true, rounds = 0; moved && rounds < mostShifts; rounds++) {
    if (!serialSchedule(builder, start, onPlaced, plan.mode)) return null
    moved = builder.start.some((at, i) => at !== start[i])
    start = builder.start.slice()
  }
  return ranked(builder, plan.rule, plan.generation)
}

/** The best plan of several rules, shifted left. `modes` are the modes that serial generation preserves. Null if stopped. */
const bestOf = (
  problem: CoreProblem,
  tries: readonly Try[],
  hooks: RulesHooks,
  modes: Int32Array | null = null,
): BestOfRules | null => {
  const builder = new PlanBuilder(problem)
  let best: RankedPlan | null = null
  let iterations = 0
  for (const [make, generation] of tries) {
    if (best && (iterations + 1) * problem.operationCount > placementBudget) break
    const plan = iterations
    const rule = make()
    if (rule.urgency && generation === 'serial') continue
    const onPlaced: OnPlaced = (operation) => hooks.onPlaced(operation, plan)
    const done =
      generation === 'serial'
        ? serialSchedule(builder, rule.keys, onPlaced, modes)
        : parallelSchedule(builder, rule, onPlaced)
    if (!done) return null
    iterations++
    if (!best || compareCosts(planCost(problem, builder), best.cost) < 0) {
      best = ranked(builder, rule.name, generation)
      hooks.onBetter?.(best)
    }
  }
  const left = best && shiftedLeft(builder, best, (operation) => hooks.onPlaced(operation, iterations))
  return left && { best: left, builder, iterations: iterations + 1 }
}

/**
 * Creates the initial plans from dispatch rules with parallel and serial generation, and returns the best one, shifted
 * left. Null if stopped.
 */
export const bestOfRules = (problem: CoreProblem, hooks: RulesHooks): BestOfRules | null => {
  const rules = dispatchRules(problem)
  const tries = (['parallel', 'serial'] as const).flatMap((generation) => rules.map((rule): Try => [rule, generation]))
  return bestOf(problem, tries, hooks)
}

/** The current plan, shifted left. It guarantees that a run is never worse than following the plan. Null if stopped. */
export const bestOfPresent = (problem: CoreProblem, hooks: RulesHooks): BestOfRules | null => {
  const starts = problem.presentStart
  const modes = problem.modes?.present ?? null
  // Work that is unscheduled in the current plan comes after all scheduled work, by release.
  const present = (): DispatchRule => ({
    name: 'present order',
    keys: starts.map((start, i) => (Number.isNaN(start) ? 1e15 + problem.release[i] : start)),
    urgency: null,
  })
  const followed = (): DispatchRule => {
    const release = problem.release.map((at, i) => Math.max(at, Number.isNaN(starts[i]) ? at : starts[i]))
    const plan = new PlanBuilder({ ...problem, release })
    sequenceSchedule(plan, presentSequence(problem), () => false, modes)
    return { name: 'present sequence', keys: plan.start, urgency: null }
  }
  return bestOf(
    problem,
    [
      [present, 'serial'],
      [followed, 'serial'],
    ],
    hooks,
    modes,
  )
}
