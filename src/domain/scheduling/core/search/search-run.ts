import type { RankedPlan } from '../best-of-rules.ts'
import type { CorePlan, CoreProblem } from '../core-problem.ts'
import { compareCosts, planCost } from '../plan-objective.ts'
import { seededRandom } from '../seeded-random.ts'

export interface SearchOptions {
  seed: number
  /** Number of plans to try, which is the only limit that affects a result. */
  iterations: number
  /** Called at least once for every plan tried; returning true ends the search with the best plan so far. */
  onPlaced: () => boolean
  onBetter?: (plan: RankedPlan) => void
  /** A lower bound of the objective; reaching it ends the search. */
  bound?: number
}

/** State shared by all search methods: random numbers, the limit, and the best plan so far, which never gets worse. */
export class SearchRun {
  readonly problem: CoreProblem
  readonly random: () => number
  readonly onPlaced: () => boolean
  best: RankedPlan
  /** Number of plans tried. */
  iterations = 0
  /** Whether the search was asked to stop. */
  stopped = false
  readonly #options: SearchOptions

  constructor(problem: CoreProblem, first: RankedPlan, options: SearchOptions) {
    this.problem = problem
    this.best = first
    this.random = seededRandom(options.seed)
    this.#options = options
    this.onPlaced = () => {
      this.stopped ||= options.onPlaced()
      return this.stopped
    }
  }

  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.random() * limit)
  }

  /** Number of plans that may still be tried. */
  get left(): number {
    return Math.max(0, this.#options.iterations - this.iterations)
  }

  get done(): boolean {
    const { iterations, bound = -Infinity } = this.#options
    // A plan without lateness may still save changeovers.
    const isBest = this.best.cost[0] <= bound && this.best.cost[4] === 0
    return this.stopped || this.iterations >= iterations || isBest
  }

  /** Counts one more plan; false if the search must end instead. */
  next(): boolean {
    if (this.done || this.onPlaced()) return false
    this.iterations++
    return true
  }

  /** Copies the plan if it is better than all before. */
  offer(plan: CorePlan): boolean {
    const cost = planCost(this.problem, plan)
    if (compareCosts(cost, this.best.cost) >= 0) return false
    const { rule } = this.best
    const [start, end, mode] = [plan.start.slice(), plan.end.slice(), plan.mode?.slice() ?? null]
    this.best = { start, end, mode, changeover: plan.changeover ?? 0, cost, rule, generation: 'serial' }
    this.#options.onBetter?.(this.best)
    return true
  }
}
