import { type CoreCalendar, type CorePlan, type CoreProblem, topologicalOrder } from './core-problem.ts'
import { PlanBuilder } from './plan-builder.ts'
import { compareCosts, planCost, projectEnds } from './plan-objective.ts'
import { serialSchedule } from './serial-schedule.ts'

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

/** An operation that may not start before `at`, so that a maximum lag is met. */
interface Held<L extends LongestLag> {
  readonly at: number
  readonly lag: L
}

export interface HeldPlan<L extends LongestLag> {
  readonly plan: CorePlan
  readonly held: ReadonlyMap<number, Held<L>>
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
  plan: CorePlan,
): HeldPlan<L> => {
  let best: HeldPlan<L> = { plan, held: new Map() }
  let builder = generated(problem, plan, best.held)
  if (builder.start.some((start, i) => start !== plan.start[i])) return best
  let [cost, excess] = [planCost(problem, builder), excessOf(lags, builder)]
  for (let round = 0; round < mostRounds && excess > 0; round++) {
    const later = new LaterStarts(problem, lags, builder).keep()
    if (later.size === 0) return best
    const held = new Map([...best.held, ...later])
    builder = generated(problem, builder, held)
    const [newCost, newExcess] = [planCost(problem, builder), excessOf(lags, builder)]
    if (compareCosts(newCost, cost) > 0 || newExcess >= excess) return best
    ;[cost, excess] = [newCost, newExcess]
    const { start, end, mode, changeover } = builder
    best = { plan: { start: start.slice(), end: end.slice(), mode: mode?.slice() ?? null, changeover }, held }
  }
  return best
}

/** The plan in the same order and modes, shifted left as far as the delayed operations allow. */
const generated = <L extends LongestLag>(
  problem: CoreProblem,
  plan: CorePlan,
  held: ReadonlyMap<number, Held<L>>,
): PlanBuilder => {
  const release = problem.release.slice()
  const modes = problem.modes && { ...problem.modes, release: problem.modes.release.slice() }
  for (const [i, { at }] of held) {
    release[i] = Math.max(release[i], at)
    const row = plan.mode?.[i] ?? -1
    if (modes && row >= 0) modes.release[row] = Math.max(modes.release[row], at)
  }
  const builder = new PlanBuilder({ ...problem, release, modes })
  let before = plan.start.slice()
  for (let moved = true, rounds = 0; moved && rounds < 100; rounds++) {
    serialSchedule(builder, before, () => false, plan.mode ?? null)
    const previous = before
    moved = builder.start.some((at, i) => at !== previous[i])
    before = builder.start.slice()
  }
  return builder
}

const startOf = ({ after, start }: LongestLag, plan: CorePlan): number => (after < 0 ? start : plan.start[after])

const calendarOf = ({ after, calendar }: LongestLag, builder: PlanBuilder): CoreCalendar =>
  after < 0 ? calendar : builder.calendarOf(after)

/** Total excess over all maximum lags. */
const excessOf = (lags: readonly LongestLag[], builder: PlanBuilder): number => {
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
  readonly #problem: CoreProblem
  readonly #builder: PlanBuilder
  /** Last operations first, so that successors are settled before their predecessors. */
  readonly #lags: readonly L[]
  readonly #into = new Map<number, L[]>()
  /** Latest end of each operation that does not delay its project. */
  readonly #projectEnd: Float64Array

  constructor(problem: CoreProblem, lags: readonly L[], builder: PlanBuilder) {
    this.#problem = problem
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
  keep(): Map<number, Held<L>> {
    const held = new Map<number, Held<L>>()
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
    if (builder.changeover > changeover || !builder.hasRoomForChangeovers || !this.#delaysNothing(operation))
      return false
    return (this.#into.get(operation) ?? []).every((before) => this.#keep(before, moved))
  }

  /** Whether all successors of an operation can stay in place, and its project ends no later. */
  #delaysNothing(operation: number): boolean {
    const builder = this.#builder
    const { successorFirst, successor, successorLag, successorWait, successorLeft, project, deadline } = this.#problem
    const end = builder.end[operation]
    if (end > deadline[operation] || end > this.#projectEnd[project[operation]]) return false
    for (let e = successorFirst[operation]; e < successorFirst[operation + 1]; e++) {
      const next = successor[e]
      if (builder.end[next] === Infinity) continue
      const [wait, left, length] = [successorWait[e], successorLeft?.[e] ?? 0, builder.duration[next]]
      const ready = builder.workAfter(operation, builder.calendarOf(next), length, successorLag[e], wait, left)
      if (ready > builder.startWorkOf(next)) return false
      if (left === 0 && end + wait > builder.start[next]) return false
    }
    return true
  }
}
