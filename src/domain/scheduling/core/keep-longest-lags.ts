import { type CoreCalendar, type CorePlan, type CoreProblem, topologicalOrder } from './core-problem.ts'
import { builtPlan, delaysNothing, type HeldOperation, type HeldPlan, isSamePlan, planWith } from './held-plan.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { compareCosts, planCost, projectEnds } from './plan-objective.ts'

/** The maximum time between the end of an operation and the start of a successor. */
export interface LongestLag {
  before: number
  /** The waiting operation; -1 = it is fixed. */
  after: number
  /** Start of a fixed operation, and its calendar. */
  start: number
  calendar: CoreCalendar
  byTheClock: boolean
  most: number
}

/** Each round lets freed operations start earlier, which may break another lag. */
const mostRounds = 5

/**
 * Delays operations if that meets a maximum lag at no cost: no other operation, project or changeover becomes later.
 * All others are then shifted left again. Returns the plan unchanged if nothing improves.
 */
export const keepLongestLags = <L extends LongestLag>(
  problem: CoreProblem,
  lags: readonly L[],
  given: HeldPlan<L>,
): HeldPlan<L> => {
  let best = given
  if (lags.length === 0) return best
  let builder = planWith(problem, best)
  if (!isSamePlan(builder, best.plan)) return best
  let [cost, excess] = [planCost(problem, builder), excessOf(lags, builder)]
  for (let round = 0; round < mostRounds && excess > 0; round++) {
    const later = new LaterStarts(problem, lags, builder).keep()
    if (later.size === 0) return best
    const held = new Map([...best.held, ...later])
    builder = planWith(problem, { plan: builder, held })
    const [newCost, newExcess] = [planCost(problem, builder), excessOf(lags, builder)]
    if (compareCosts(newCost, cost) > 0 || newExcess >= excess) return best
    ;[cost, excess] = [newCost, newExcess]
    best = { plan: builtPlan(builder), held }
  }
  return best
}

const startOf = ({ after, start }: LongestLag, plan: CorePlan): number => (after < 0 ? start : plan.start[after])

const calendarOf = ({ after, calendar }: LongestLag, builder: PlanBuilder): CoreCalendar =>
  after < 0 ? calendar : builder.calendarOf(after)

/** Total excess over all maximum lags. */
export const excessOf = (lags: readonly LongestLag[], builder: PlanBuilder): number => {
  let sum = 0
  for (const lag of lags) {
    const [end, start] = [builder.end[lag.before], startOf(lag, builder)]
    if (end === Infinity || start === Infinity) continue
    const times = calendarOf(lag, builder)
    const passed = lag.byTheClock ? start - end : times.toWork(start) - times.toWork(end)
    sum += Math.max(0, passed - lag.most)
  }
  return sum
}

/** Previous position of an operation. */
interface Place<L> {
  readonly operation: number
  readonly startWork: number
  readonly start: number
  readonly end: number
  readonly lag: L
}

class LaterStarts<L extends LongestLag> {
  readonly #builder: PlanBuilder
  /** Last operations first, so that successors are settled before their predecessors. */
  readonly #lags: readonly L[]
  readonly #into = new Map<number, L[]>()
  /** Latest end of each operation that does not delay its project. */
  readonly #projectEnd: Float64Array

  constructor(problem: CoreProblem, lags: readonly L[], builder: PlanBuilder) {
    this.#builder = builder
    this.#projectEnd = projectEnds(problem, builder)
    const place = new Int32Array(problem.operationCount)
    topologicalOrder(problem).forEach((i, at) => {
      place[i] = at
    })
    this.#lags = lags.toSorted((a, b) => place[b.before] - place[a.before])
    for (const lag of lags) {
      const list = this.#into.get(lag.after) ?? []
      list.push(lag)
      this.#into.set(lag.after, list)
    }
  }

  /** Returns the operations that now start later. */
  keep(): Map<number, HeldOperation<L>> {
    const held = new Map<number, HeldOperation<L>>()
    for (const lag of this.#lags) {
      const moved: Place<L>[] = []
      if (this.#keep(lag, moved)) {
        for (const { operation, lag: kept } of moved) {
          held.set(operation, { at: this.#builder.start[operation], lag: kept })
        }
        continue
      }
      for (const { operation, startWork, start, end } of moved.reverse()) {
        this.#builder.remove(operation)
        this.#builder.putBack(operation, startWork, start, end, this.#builder.mode?.[operation])
      }
    }
    return held
  }

  /** Whether a maximum lag can be met, moving predecessors if necessary. */
  #keep(lag: L, moved: Place<L>[]): boolean {
    const builder = this.#builder
    const operation = lag.before
    const [startWork, start, end] = [builder.startWorkOf(operation), builder.start[operation], builder.end[operation]]
    const waiting = startOf(lag, builder)
    if (end === Infinity || waiting === Infinity) return true
    const times = calendarOf(lag, builder)
    const least = lag.byTheClock ? waiting - lag.most : times.endWall(Math.max(0, times.toWork(waiting) - lag.most))
    if (end >= least) return true
    const length = builder.duration[operation]
    if (length === 0) return false
    const own = builder.calendarOf(operation)
    const changeover = builder.changeover
    builder.remove(operation)
    const back = own.toWork(least) - length
    // It cannot end in closed time, so all of it comes afterwards.
    const from = own.endWall(back + length) >= least ? back : back + length
    const at = builder.fit(operation, Math.max(from, startWork))
    const mode = builder.mode?.[operation]
    const newEnd = at === Infinity ? Infinity : own.endWall(at + length)
    if (newEnd === Infinity) {
      builder.putBack(operation, startWork, start, end, mode)
      return false
    }
    builder.putBack(operation, at, own.startWall(at), newEnd, mode)
    moved.push({ operation, startWork, start, end, lag })
    if (
      builder.changeover > changeover ||
      !builder.hasRoomForChangeovers ||
      !delaysNothing(builder, operation, this.#projectEnd)
    )
      return false
    return (this.#into.get(operation) ?? []).every((before) => this.#keep(before, moved))
  }
}
