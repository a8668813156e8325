import type { RankedPlan } from '../best-of-rules.ts'
import type { CorePlan, CoreProblem } from '../core-problem.ts'
import { PlanBuilder } from '../plan-builder.ts'
import { compareCosts, Objective, planCost } from '../plan-objective.ts'
import { seededRandom } from '../seeded-random.ts'
import { serialSchedule } from '../serial-schedule.ts'
import { BetterPlans } from './better-plans.ts'

export interface SearchOptions {
  seed: number
  /** What the search may spend, in placements, which is the only limit that affects a result. */
  placements: number
  /** What it may spend without finding a better plan; it may always spend as much again as it took to find the best one. */
  patience?: number
  /** Called regularly; returning true ends the search with the best plan so far. */
  onPlaced: () => boolean
  /** Whether the result is not wanted any more. */
  isCancelled: () => boolean
  onBetter?: (plan: RankedPlan) => void
  /** A lower bound of the objective; reaching it ends the search. */
  bound?: number
}

/** A search that works a little, yields what that has cost in placements, and goes on when asked. It ends when it has nothing more to try. */
export type Search = Generator<number, void>

/** Why a search ended: it spent all its effort, it found nothing better for long, or no plan can be less late. */
export type SearchEnding = 'effort' | 'settled' | 'bound'

/** State shared by all search methods: random numbers, and the best plan so far, which never gets worse. */
export class SearchRun {
  readonly problem: CoreProblem
  readonly objective: Objective
  readonly random: () => number
  readonly onPlaced: () => boolean
  best: RankedPlan
  /** Placements spent. */
  spent = 0
  /** Whether the search was asked to stop. */
  stopped = false
  readonly #options: SearchOptions
  #builder: PlanBuilder | null = null
  /** What was spent when the best plan was found. */
  #betterAt = 0
  readonly #better: BetterPlans

  constructor(problem: CoreProblem, first: RankedPlan, options: SearchOptions) {
    this.problem = problem
    this.objective = new Objective(problem)
    this.best = first
    this.#better = new BetterPlans(first)
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

  get done(): boolean {
    const { placements, patience = Infinity } = this.#options
    const isIdle = this.spent - this.#betterAt >= Math.max(patience, this.#betterAt)
    return this.stopped || this.spent >= placements || this.#isBest || isIdle
  }

  get #isBest(): boolean {
    const { bound = -Infinity } = this.#options
    // A plan without lateness may still save changeovers.
    return this.best.cost[0] <= bound && this.best.cost[4] === 0
  }

  /** Why the search ended; null if it was asked to stop. */
  get ending(): SearchEnding | null {
    if (this.#isBest) return 'bound'
    if (this.stopped) return null
    return this.spent >= this.#options.placements ? 'effort' : 'settled'
  }

  /** The best plan before the last third of the search. */
  get earlier(): RankedPlan {
    return this.#better.beforeLast(this.spent)
  }

  /** Builds the plan in the order of these starts and in these modes, and offers it, even if the search was asked to stop meanwhile. */
  offerOrder(starts: Float64Array, modes: Int32Array | null): boolean {
    const { isCancelled } = this.#options
    this.#builder ??= new PlanBuilder(this.problem)
    let placed = 0
    const onPlaced = (): boolean => (++placed & 255) === 0 && isCancelled()
    return !isCancelled() && serialSchedule(this.#builder, starts, onPlaced, modes) && this.offer(this.#builder)
  }

  /** Copies the plan if it is better than all before. */
  offer(plan: CorePlan): boolean {
    const cost = planCost(this.problem, plan, this.objective)
    if (compareCosts(cost, this.best.cost) >= 0) return false
    this.#betterAt = this.spent
    const { rule } = this.best
    const [start, end, mode] = [plan.start.slice(), plan.end.slice(), plan.mode?.slice() ?? null]
    this.best = { start, end, mode, changeover: plan.changeover ?? 0, cost, rule, generation: 'serial' }
    this.#better.add(this.best, this.spent)
    this.#options.onBetter?.(this.best)
    return true
  }
}
