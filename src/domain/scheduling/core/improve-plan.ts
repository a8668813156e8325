import type { RankedPlan } from './best-of-rules.ts'
import type { CorePlan, CoreProblem } from './core-problem.ts'
import { unlimitedPlan } from './lower-bound.ts'
import { changeoverShare, completionShare, type PlanCost, planCost } from './plan-objective.ts'
import { orderSearch } from './search/order-search.ts'
import { ruinAndRecreate } from './search/ruin-and-recreate.ts'
import { type Search, type SearchEnding, type SearchOptions, SearchRun } from './search/search-run.ts'

/** The least share of the effort that each method gets, so that none is given up. */
const leastShare = 0.1
/** Share of the search over orders at first, when ruin and recreate gains more in less time. */
const firstShare = 0.15
/** Operations from which its usual share is less than half: one move then changes many starts. */
const usualOperations = 300
/** Placements per operation in the first period; each further one is longer by this factor. Shares are set anew after each period. */
const firstPeriod = 300
const longer = 1.3

/** A method of the portfolio, what it has spent, and what it has gained in this period. */
interface Method {
  readonly search: Search
  spent: number
  share: number
  /** Its share while no method gains anything. */
  readonly usual: number
  gain: number
  isDone: boolean
}

export interface ImprovedPlan {
  readonly best: RankedPlan
  /** Number of placements. */
  readonly spent: number
  /** Why the search ended; null if it was asked to stop, or there was none. */
  readonly ended: SearchEnding | null
  /** The best plan before the last third of the search. */
  readonly earlier: RankedPlan
  /** The plan with unlimited resources, whose lateness is a lower bound; null = unknown. */
  readonly unlimited: CorePlan | null
}

/**
 * Searches for a better plan with a portfolio of methods that share the best plan (`decisions/0014`). Which one works next follows from
 * what each has gained lately. Never returns a worse plan.
 */
export const improvePlan = (problem: CoreProblem, first: RankedPlan, options: SearchOptions): ImprovedPlan => {
  if (options.placements <= 0) return { best: first, spent: 0, ended: null, earlier: first, unlimited: null }
  const unlimited = unlimitedPlan(problem)
  const bound = Math.max(options.bound ?? -Infinity, unlimited ? planCost(problem, unlimited)[0] : 0)
  const run = new SearchRun(problem, first, { ...options, bound })
  const methods = methodsFor(run)
  let period = firstPeriod * problem.operationCount
  for (let left = period; !run.done; ) {
    const method = nextMethod(methods)
    if (!method) break
    const before = worthOf(run.best.cost)
    const { done, value } = method.search.next()
    method.isDone = done === true
    const spent = value ?? 0
    method.spent += spent
    method.gain += before - worthOf(run.best.cost)
    run.spent += spent
    left -= spent
    if (run.onPlaced()) break
    if (left > 0) continue
    shareByGain(methods)
    period *= longer
    left = period
  }
  // A search that is ended offers its best plan.
  for (const { search } of methods) search.return()
  return { best: run.best, spent: run.spent, ended: run.ending, earlier: run.earlier, unlimited }
}

/** The methods of a search; none if there is nothing to put in another order. */
const methodsFor = (run: SearchRun): Method[] => {
  const { operationCount } = run.problem
  if (operationCount < 2) return []
  const usual = Math.min(0.5, Math.max(leastShare, usualOperations / operationCount))
  return [
    { search: orderSearch(run), share: firstShare, usual, spent: 0, gain: 0, isDone: false },
    { search: ruinAndRecreate(run), share: 1 - firstShare, usual: 1 - usual, spent: 0, gain: 0, isDone: false },
  ]
}

const worthOf = (cost: PlanCost): number => cost[0] + changeoverShare * cost[4] + completionShare * cost[1]

/** The method that has spent least of its share. */
const nextMethod = (methods: readonly Method[]): Method | null => {
  let next: Method | null = null
  for (const method of methods) {
    if (!method.isDone && (!next || method.spent / method.share < next.spent / next.share)) next = method
  }
  return next
}

/** Moves each share halfway towards what the method gained for its effort in this period, compared with the others. */
const shareByGain = (methods: readonly Method[]): void => {
  const rates = methods.map(({ gain, spent }) => (spent > 0 ? gain / spent : 0))
  const total = rates.reduce((sum, rate) => sum + rate, 0)
  const most = 1 - (methods.length - 1) * leastShare
  methods.forEach((method, at) => {
    const wanted = total > 0 ? Math.min(most, Math.max(leastShare, rates[at] / total)) : method.usual
    method.share = (method.share + wanted) / 2
    method.gain = 0
    method.spent = 0
  })
}
