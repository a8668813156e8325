import { floatAt, intAt, valueAt } from '#domain/value-at.ts'
import { bestOfPresent, bestOfRules, shiftedLeft } from './core/best-of-rules.ts'
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
}

/** The plan of the snapshot, kept in its order; null = stopped. */
export const followPlan = ({ problem }: ShopProblem, watch: RunWatch): FoundPlan | null => {
  const plan = new PlanBuilder(problem)
  const sequence = presentSequence(problem)
  if (!sequenceSchedule(plan, sequence, (operation) => watch.onPlaced(operation, 0))) return null
  return { plan, sequence, rule: 'present sequence', generation: 'serial', iterations: 1 }
}

/** The same problem for somebody who does not know the present plan. */
const withoutPresent = (problem: CoreProblem): CoreProblem => ({
  ...problem,
  presentStart: new Float64Array(problem.operationCount).fill(Number.NaN),
})

/** How often fixed work (pinned, frozen) starts before a predecessor that the plan places has ended. */
const overtakings = ({ operations }: ShopModel, { problem, rows }: ShopProblem, plan: CorePlan): number => {
  const coreOf = new Map(Array.from(rows, (index, i) => [index, i]))
  let count = 0
  for (const operation of operations) {
    const { status, startMs, predecessors } = operation
    if (status === 'free' || startMs === null) continue
    for (const link of predecessors) {
      const i = coreOf.get(link.index)
      const before = i === undefined ? null : placedAt(problem, plan, i)
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
  readonly operationId: string
}

const longestLags = ({ operations }: ShopModel, { rows }: ShopProblem): ModelLag[] => {
  const coreOf = new Map(Array.from(rows, (index, i) => [index, i]))
  return operations.flatMap(({ source, status, startMs, calendar, predecessors }, index) => {
    const after = coreOf.get(index) ?? -1
    const isWaiting = after >= 0 || status === 'pinned' || status === 'frozen' || status === 'kept'
    if (!isWaiting || (after < 0 && startMs === null)) return []
    return source.dependencies.flatMap((link) => {
      const most = maxLagMs(link)
      const found = predecessors.find((of) => operations[of.index]?.source.operationId === link.operationId)
      const before = found && coreOf.get(found.index)
      if (most === Infinity || before === undefined) return []
      const byTheClock = link.lagUnit === 'calendar'
      return [{ before, after, start: startMs ?? 0, calendar, byTheClock, most, operationId: source.operationId }]
    })
  })
}

/**
 * The best plan that rules and search find, or the present plan unless that is worse; null = stopped. Rules and search do not
 * know the present plan, so a second run finds the same plan again, which is no better than the first run's, and moves nothing.
 */
export const findPlan = (
  model: ShopModel,
  shop: ShopProblem,
  watch: RunWatch,
  options: ScheduleOptions,
): FoundPlan | null => {
  const { problem } = shop
  const fresh = withoutPresent(problem)
  const hooks = { onPlaced: watch.onPlaced, onBetter: watch.onBetter }
  const rules = bestOfRules(fresh, hooks)
  if (!rules || watch.stopped()) return null
  const { seed = 1, effort } = options
  const iterations = effort === undefined ? 0 : searchIterations(effort, problem.operationCount)
  const isPlanned = problem.presentStart.some((start) => !Number.isNaN(start))
  const laterPlan = { onPlaced: () => watch.onPlaced(0, 1), onBetter: watch.onBetter }
  const kept = isPlanned ? bestOfPresent(problem, laterPlan) : null
  if (isPlanned && !kept) return null
  const search = { seed, iterations, onPlaced: watch.onSearched, onBetter: watch.onBetter }
  const improved = improvePlan(fresh, rules.best, search)
  if (watch.stopped()) return null
  const searched =
    improved.best === rules.best ? rules.best : shiftedLeft(rules.builder, improved.best, laterPlan.onPlaced)
  if (!searched) return null
  // A search may win more on deadlines than it loses on ship dates. More effort would then show later projects.
  const found = isShownLater(fresh, searched, rules.best) ? rules.best : searched
  const best = kept && staysBetter(model, shop, kept.best, found) ? kept.best : found
  const { rule, generation } = best
  const lags = longestLags(model, shop)
  const keeping = lags.length > 0 ? keepLongestLags(fresh, lags, best) : { plan: best }
  const tried = rules.iterations + (kept?.iterations ?? 0) + improved.iterations
  return { ...keeping, sequence: null, rule, generation, iterations: tried }
}
