import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { type BestOfRules, bestOfPresent, bestOfRules, type RankedPlan, shiftedLeft } from './core/best-of-rules.ts'
import type { CorePlan, CoreProblem } from './core/core-problem.ts'
import { improvePlan } from './core/improve-plan.ts'
import { type HeldPlan, keepLongestLags, type LongestLag } from './core/keep-longest-lags.ts'
import { PlanBuilder } from './core/plan-builder.ts'
import { compareCosts, planCost, shownCost } from './core/plan-objective.ts'
import { presentSequence, sequenceSchedule } from './core/sequence-schedule.ts'
import { maxLagMs, type Predecessor, startAfter } from './operation-work.ts'
import { searchIterations } from './run-effort.ts'
import type { RunWatch } from './run-watch.ts'
import type { ScheduleOptions, ScheduleStats } from './schedule-result.ts'
import type { ShopModel } from './shop-model.ts'
import type { ShopProblem } from './shop-problem.ts'

export interface FoundPlan extends Pick<ScheduleStats, 'rule' | 'generation' | 'iterations'> {
  readonly plan: CorePlan
  /** The sequence that was followed, if any. */
  readonly sequence: Int32Array | null
  /** The operations that start later than they could, so that longest lags are kept. */
  readonly held?: HeldPlan<ModelLag>['held']
  /** What rules and search have found; null = a plan was followed. */
  readonly searched: SearchedPlan | null
}

/** What rules and search find, whatever the present plan. */
export interface SearchedPlan {
  readonly best: RankedPlan
  readonly iterations: number
}

/** The plan of the snapshot, kept in its order; null = stopped. */
export const followPlan = ({ problem }: ShopProblem, watch: RunWatch): FoundPlan | null => {
  const plan = new PlanBuilder(problem)
  const sequence = presentSequence(problem)
  if (!sequenceSchedule(plan, sequence, (operation) => watch.onPlaced(operation, 0))) return null
  return { plan, sequence, rule: 'present sequence', generation: 'serial', iterations: 1, searched: null }
}

/** The same problem for somebody who does not know the present plan. */
const withoutPresent = (problem: CoreProblem): CoreProblem => ({
  ...problem,
  presentStart: new Float64Array(problem.operationCount).fill(Number.NaN),
})

/** How often fixed work (pinned, frozen) starts before a predecessor that the plan places has ended. */
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

/** Whether a plan is later than another one in the planner's figures, which know no deadlines of work before fixed work. */
const isShownLater = (problem: CoreProblem, plan: CorePlan, than: CorePlan): boolean => {
  const [shown, other] = [shownCost(problem, plan), shownCost(problem, than)]
  return shown[3] === other[3] && shown[0] > other[0]
}

/**
 * Whether the present plan stays: the found one is no better, is later in the planner's figures, or puts more work behind fixed work
 * that waits for it.
 */
const staysBetter = (model: ShopModel, shop: ShopProblem, present: CorePlan, found: CorePlan): boolean => {
  const { problem } = shop
  if (compareCosts(planCost(problem, present), planCost(problem, found)) <= 0) return true
  if (isShownLater(problem, found, present)) return true
  return overtakings(model, shop, found) > overtakings(model, shop, present)
}

/** A longest lag behind an operation that the run places. */
interface ModelLag extends LongestLag {
  /** The operation that waits, as an index in the model. */
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

/** The plan of the rules after the search. Null when stopped. */
const searchedPlan = (
  problem: CoreProblem,
  rules: BestOfRules,
  watch: RunWatch,
  { seed = 1, effort }: ScheduleOptions,
): SearchedPlan | null => {
  const iterations = effort === undefined ? 0 : searchIterations(effort, problem.operationCount)
  const search = { seed, iterations, onPlaced: watch.onSearched, onBetter: watch.onBetter }
  const improved = improvePlan(problem, rules.best, search)
  if (watch.stopped()) return null
  const searched =
    improved.best === rules.best ? rules.best : shiftedLeft(rules.builder, improved.best, () => watch.onPlaced(0, 1))
  if (!searched) return null
  // A search may win more on deadlines than it loses on ship dates. More effort would then show later projects.
  const best = isShownLater(problem, searched, rules.best) ? rules.best : searched
  return { best, iterations: rules.iterations + improved.iterations }
}

/**
 * The best plan that rules and search find, or the present plan unless that is worse; null = stopped. Rules and search do not
 * know the present plan, so a second run finds the same plan again, which is no better than the first run's, and moves nothing.
 * `known` = what they have found for the same problem with another present plan.
 */
export const findPlan = (
  model: ShopModel,
  shop: ShopProblem,
  watch: RunWatch,
  options: ScheduleOptions,
  known: SearchedPlan | null = null,
): FoundPlan | null => {
  const { problem } = shop
  const fresh = withoutPresent(problem)
  const rules = known ? null : bestOfRules(fresh, { onPlaced: watch.onPlaced, onBetter: watch.onBetter })
  if (!(rules || known) || watch.stopped()) return null
  const isPlanned = problem.presentStart.some((start) => !Number.isNaN(start))
  const laterPlan = { onPlaced: () => watch.onPlaced(0, 1), onBetter: watch.onBetter }
  const kept = isPlanned ? bestOfPresent(problem, laterPlan) : null
  if (isPlanned && !kept) return null
  const searched = known ?? (rules && searchedPlan(fresh, rules, watch, options))
  if (!searched) return null
  const best = kept && staysBetter(model, shop, kept.best, searched.best) ? kept.best : searched.best
  const { rule, generation } = best
  const lags = longestLags(model, shop)
  const keeping = lags.length > 0 ? keepLongestLags(fresh, lags, best) : { plan: best }
  const iterations = searched.iterations + (kept?.iterations ?? 0)
  return { ...keeping, sequence: null, rule, generation, iterations, searched }
}
