import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import {
  type BestOfRules,
  bestOfPresent,
  bestOfRules,
  type RankedPlan,
  type RulesHooks,
  shiftedLeft,
} from './core/best-of-rules.ts'
import type { CorePlan, CoreProblem } from './core/core-problem.ts'
import type { HeldPlan } from './core/held-plan.ts'
import { type ImprovedPlan, improvePlan } from './core/improve-plan.ts'
import { keepLongestLags, type LongestLag } from './core/keep-longest-lags.ts'
import { keepPresentStarts, type PresentStarts, presentPlan } from './core/keep-present-starts.ts'
import { PlanBuilder } from './core/plan-builder.ts'
import { compareCosts, planCost, shownCost } from './core/plan-objective.ts'
import { presentSequence, sequenceSchedule } from './core/sequence-schedule.ts'
import { withEarlierPlan } from './earlier-plan.ts'
import { maxLagMs, type Predecessor, startAfter } from './operation-work.ts'
import { searchLimits } from './run-effort.ts'
import { lateDaysOf, type RunWatch } from './run-watch.ts'
import type { ScheduleOptions, ScheduleStats, SearchOutcome } from './schedule-result.ts'
import type { ShopModel } from './shop-model.ts'
import type { ShopProblem } from './shop-problem.ts'

export interface FoundPlan extends Pick<ScheduleStats, 'rule' | 'generation' | 'iterations' | 'search'> {
  readonly plan: CorePlan
  /** The sequence that was followed, if any. */
  readonly sequence: Int32Array | null
  /** Operations that start later than they could, so that maximum lags are met, or because an earlier start gains nothing. */
  readonly held?: HeldPlan<ModelLag>['held']
  /** The result of rules and search; null = a plan was followed. */
  readonly searched: SearchedPlan | null
}

/** The result of rules and search, independent of the current plan. */
export interface SearchedPlan extends Pick<ImprovedPlan, 'ended' | 'unlimited'> {
  readonly best: RankedPlan
  /** What it would have been without the last third of the search. */
  readonly earlier: RankedPlan
  readonly iterations: number
}

/** The plan of the snapshot, followed in its order; null if stopped. */
export const followPlan = ({ problem }: ShopProblem, watch: RunWatch): FoundPlan | null => {
  const plan = new PlanBuilder(problem)
  const sequence = presentSequence(problem)
  if (!sequenceSchedule(plan, sequence, (operation) => watch.onPlaced(operation, 0))) return null
  return { plan, sequence, rule: 'present sequence', generation: 'serial', iterations: 1, searched: null }
}

const withoutPresent = (problem: CoreProblem): CoreProblem => ({
  ...problem,
  presentStart: new Float64Array(problem.operationCount).fill(Number.NaN),
})

/** How often fixed work (pinned, frozen) starts before the end of a predecessor that the plan schedules. */
export const overtakings = ({ operations }: ShopModel, { problem, coreOf }: ShopProblem, plan: CorePlan): number => {
  let count = 0
  for (const operation of operations) {
    const { status, startMs, predecessors } = operation
    if (status === 'free' || startMs === null) continue
    for (const link of predecessors) {
      const i = intAt(coreOf, link.index)
      const before = i < 0 ? null : placedAt(problem, plan, i)
      if (before && (before.endMs === Infinity || startMs < startAfter(operation, before, link).atMs)) count++
    }
  }
  return count
}

const placedAt = ({ modes, duration, calendar, calendars }: CoreProblem, plan: CorePlan, i: number): Predecessor => {
  const mode = plan.mode?.[i] ?? -1
  const chosen = mode >= 0 && modes ? { row: mode, of: modes } : { row: i, of: { duration, calendar } }
  return {
    calendar: valueAt(calendars, intAt(chosen.of.calendar, chosen.row)),
    startMs: floatAt(plan.start, i),
    endMs: floatAt(plan.end, i),
    wholeMs: () => floatAt(chosen.of.duration, chosen.row),
  }
}

/** Whether a plan is later than another one as displayed to the planner, which ignores the deadlines of work before fixed work. */
const isShownLater = (problem: CoreProblem, plan: CorePlan, than: CorePlan): boolean => {
  const [shown, other] = [shownCost(problem, plan), shownCost(problem, than)]
  return shown[3] === other[3] && shown[0] > other[0]
}

/**
 * Whether to keep the current plan: the new one is no better, is later as displayed to the planner, or delays more
 * predecessors of fixed work.
 */
const staysBetter = (model: ShopModel, shop: ShopProblem, present: CorePlan, found: CorePlan): boolean => {
  const { problem } = shop
  if (compareCosts(planCost(problem, present), planCost(problem, found)) <= 0) return true
  if (isShownLater(problem, found, present)) return true
  return overtakings(model, shop, found) > overtakings(model, shop, present)
}

/** A maximum lag after an operation that the run schedules. */
interface ModelLag extends LongestLag {
  /** Index in the model of the waiting operation. */
  readonly index: number
}

const longestLags = ({ operations }: ShopModel, { coreOf }: ShopProblem): ModelLag[] => {
  const lags: ModelLag[] = []
  for (const [index, { source, status, startMs, calendar, predecessors }] of operations.entries()) {
    const after = intAt(coreOf, index)
    const isWaiting = after >= 0 || status === 'pinned' || status === 'frozen' || status === 'kept'
    if (!isWaiting || (after < 0 && startMs === null)) continue
    for (const link of source.dependencies) {
      const most = maxLagMs(link)
      if (most === Infinity) continue
      const found = predecessors.find((of) => operations[of.index]?.source.operationId === link.operationId)
      const before = found ? intAt(coreOf, found.index) : -1
      if (before < 0) continue
      const byTheClock = link.lagUnit === 'calendar'
      lags.push({ before, after, start: startMs ?? 0, calendar, byTheClock, most, index })
    }
  }
  return lags
}

/** The plan that the caller wants to start from, brought up to date: work keeps its order, and what would begin in the past moves later. */
const earlierPlan = (
  model: ShopModel,
  shop: ShopProblem,
  hooks: RulesHooks,
  { startFrom }: ScheduleOptions,
): BestOfRules | null => {
  if (!startFrom) return null
  const problem = withEarlierPlan(model, shop, startFrom)
  return problem.presentStart.some((start) => !Number.isNaN(start)) ? bestOfPresent(problem, hooks) : null
}

const beginWithBetter = (rules: BestOfRules, earlier: BestOfRules | null): BestOfRules => {
  if (!earlier) return rules
  const best = compareCosts(earlier.best.cost, rules.best.cost) < 0 ? earlier.best : rules.best
  return { ...rules, best, iterations: rules.iterations + earlier.iterations }
}

/** The plan of the rules, or a better earlier one, improved by the search. Null if stopped. */
const searchedPlan = (
  problem: CoreProblem,
  rules: BestOfRules,
  watch: RunWatch,
  { seed = 1, effort }: ScheduleOptions,
): SearchedPlan | null => {
  const limits = effort === undefined ? { placements: 0 } : searchLimits(effort, problem.operationCount)
  const { onSearched: onPlaced, onBetter, stopped: isCancelled } = watch
  const search = { seed, ...limits, onPlaced, onBetter, isCancelled }
  const improved = improvePlan(problem, rules.best, search)
  if (watch.stopped()) return null
  const shifted = (plan: RankedPlan): RankedPlan | null => {
    const left = plan === rules.best ? plan : shiftedLeft(rules.builder, plan, () => watch.onPlaced(0, 1))
    // A search may gain more on deadlines than it loses on ship dates. With more effort, projects would then be displayed as later.
    return left && isShownLater(problem, left, rules.best) ? rules.best : left
  }
  const best = shifted(improved.best)
  const earlier = improved.earlier === improved.best ? best : shifted(improved.earlier)
  if (!best || !earlier) return null
  const iterations = rules.iterations + Math.round(improved.spent / Math.max(1, problem.operationCount))
  return { best, earlier, iterations, ended: improved.ended, unlimited: improved.unlimited }
}

/** How the search ended, and what it could still gain on the plan that was chosen. */
const outcomeOf = (
  model: ShopModel,
  shop: ShopProblem,
  { best: found, earlier, ended, unlimited }: SearchedPlan,
  { present, best }: { readonly present: RankedPlan | null; readonly best: RankedPlan },
): SearchOutcome => {
  const without = present && staysBetter(model, shop, present, earlier) ? present : earlier
  const gained = earlier === found ? 0 : lateDaysOf(model, shop, without) - lateDaysOf(model, shop, best)
  // A plan that leaves out work may end earlier than any plan with all of it.
  const isWhole = best.cost[3] === 0
  return {
    ended,
    gainedLate: Math.max(0, gained),
    leastLateDays: unlimited && isWhole ? lateDaysOf(model, shop, unlimited) : null,
  }
}

/** The result of the round before, and the starts that the planner knows. */
export interface LastRound {
  /** null = of another problem. */
  readonly found: FoundPlan | null
  readonly planned: PresentStarts
}

/** The starts of the current plan, and its modes. */
export const presentStarts = ({ presentStart, modes }: CoreProblem): PresentStarts => ({
  start: presentStart,
  mode: modes?.present ?? null,
})

/**
 * The best plan from rules and search, or the current plan unless it is worse; null if stopped. Rules and search ignore
 * the current plan, so a second run finds the same plan again, which is no better than the result of the first run, and
 * moves nothing. `options.startFrom` gives the search another first plan. Work that moves only earlier, without a gain, stays where it is
 * planned. `last` is the result for the same problem with another current plan.
 */
export const findPlan = (
  model: ShopModel,
  shop: ShopProblem,
  watch: RunWatch,
  options: ScheduleOptions,
  last: LastRound | null = null,
): FoundPlan | null => {
  const { problem } = shop
  const fresh = withoutPresent(problem)
  const known = last?.found?.searched ?? null
  const laterPlan = { onPlaced: () => watch.onPlaced(0, 1), onBetter: watch.onBetter }
  const rules = known ? null : bestOfRules(fresh, { onPlaced: watch.onPlaced, onBetter: watch.onBetter })
  const first = rules && beginWithBetter(rules, earlierPlan(model, shop, laterPlan, options))
  if (!(first || known) || watch.stopped()) return null
  const isPlanned = problem.presentStart.some((start) => !Number.isNaN(start))
  const present = isPlanned ? bestOfPresent(problem, laterPlan) : null
  if (isPlanned && !present) return null
  const searched = known ?? (first && searchedPlan(fresh, first, watch, options))
  if (!searched) return null
  const best = present && staysBetter(model, shop, present.best, searched.best) ? present.best : searched.best
  const lags = longestLags(model, shop)
  const starts = last?.planned ?? presentStarts(problem)
  const asPlanned = isPlanned ? presentPlan<ModelLag>(problem, starts, last?.found?.held) : null
  const stays = asPlanned !== null && staysBetter(model, shop, asPlanned.plan, best)
  const kept = keepLongestLags(fresh, lags, stays ? asPlanned : { plan: best, held: new Map() })
  const nearest = stays || !isPlanned ? kept : keepPresentStarts(fresh, lags, starts, kept)
  const iterations = searched.iterations + (present?.iterations ?? 0)
  const isNew = !known && options.effort !== undefined
  const search = isNew && outcomeOf(model, shop, searched, { present: present?.best ?? null, best })
  const { rule, generation } = best
  return { ...nearest, sequence: null, rule, generation, iterations, searched, ...(search && { search }) }
}
