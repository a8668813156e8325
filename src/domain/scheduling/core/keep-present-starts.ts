import { type CoreProblem, type Predecessors, predecessorsOf } from './core-problem.ts'
import { builtPlan, delaysNothing, type HeldOperation, type HeldPlan, isSamePlan, planWith } from './held-plan.ts'
import { excessOf, type LongestLag } from './keep-longest-lags.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { compareCosts, type PlanCost, planCost, projectEnds } from './plan-objective.ts'

/** The starts of the current plan; NaN = unscheduled. */
export interface PresentStarts {
  readonly start: Float64Array
  readonly mode: Int32Array | null
}

/** Each round lets other operations start in the gaps of the kept ones, and they may be kept in turn. */
const mostRounds = 5

/**
 * Leaves operations at their present start if an earlier one gains nothing: no project or other operation becomes later,
 * and no maximum lag is exceeded by more. A plan is shifted left, which would move work into every gap before it.
 */
export const keepPresentStarts = <L extends LongestLag>(
  problem: CoreProblem,
  lags: readonly L[],
  present: PresentStarts,
  given: HeldPlan<L>,
): HeldPlan<L> => {
  let best = given
  let builder = planWith(problem, best)
  if (!isSamePlan(builder, best.plan)) return best
  const movable = { ...problem, presentStart: present.start }
  let [cost, excess] = [planCost(movable, builder), excessOf(lags, builder)]
  for (let round = 0; round < mostRounds; round++) {
    const kept = keptStarts(builder, lags, present, best)
    if (kept.size === 0) return best
    const held = new Map([...best.held, ...kept])
    builder = planWith(problem, { plan: builder, held })
    const [newCost, newExcess] = [planCost(movable, builder), excessOf(lags, builder)]
    if (!isNearer(newCost, cost) || newExcess > excess) return best
    ;[cost, excess] = [newCost, newExcess]
    best = { plan: builtPlan(builder), held }
  }
  return best
}

/** Whether a plan costs no more and moves fewer operations. */
const isNearer = (plan: PlanCost, than: PlanCost): boolean => compareCosts(plan, than) < 0 && plan[2] <= than[2]

/** Operations that were put back to their present start in the builder, the last ones first. */
const keptStarts = <L extends LongestLag>(
  builder: PlanBuilder,
  lags: readonly L[],
  { start, mode }: PresentStarts,
  { held }: HeldPlan<L>,
): Map<number, HeldOperation<L>> => {
  const lagsInto = Map.groupBy(lags, ({ after }) => after)
  const ends = projectEnds(builder.problem, builder)
  const isEarlier = (i: number): boolean =>
    start[i] > builder.start[i] && (mode?.[i] ?? -1) === (builder.mode?.[i] ?? -1) && held.get(i)?.lag !== null
  const rows = Array.from(start.keys()).filter(isEarlier)
  const latestFirst = rows.sort((a, b) => builder.start[b] - builder.start[a] || b - a)
  return new Map(
    latestFirst
      .filter((i) => startsAt(builder, i, start[i], { ends, lags: lagsInto.get(i) ?? [] }))
      .map((i) => [i, { at: start[i], lag: null }]),
  )
}

/** Moves an operation to a later start if that delays nothing; otherwise it stays where it is. */
const startsAt = (
  builder: PlanBuilder,
  operation: number,
  start: number,
  { ends, lags }: { readonly ends: Float64Array; readonly lags: readonly LongestLag[] },
): boolean => {
  const calendar = builder.calendarOf(operation)
  const [length, changeover, mode] = [builder.duration[operation], builder.changeover, builder.mode?.[operation]]
  const [workBefore, before, endBefore] = [
    builder.startWorkOf(operation),
    builder.start[operation],
    builder.end[operation],
  ]
  const work = calendar.toWork(start)
  const end = length === 0 ? start : calendar.endWall(work + length)
  if (end === Infinity || end > ends[builder.problem.project[operation]]) return false
  if (length > 0 && calendar.startWall(work) !== start) return false
  const excess = excessOf(lags, builder)
  builder.remove(operation)
  const fits = builder.fit(operation, work) === work
  if (fits) {
    builder.putBack(operation, work, start, end, mode)
    const costsNothing = builder.changeover <= changeover && builder.hasRoomForChangeovers
    if (costsNothing && excessOf(lags, builder) <= excess && delaysNothing(builder, operation, ends)) return true
    builder.remove(operation)
  }
  builder.putBack(operation, workBefore, before, endBefore, mode)
  return false
}

/**
 * The current plan as it is: work starts when it is planned, or as soon as possible afterwards. `held` has only operations that could
 * start earlier. Where a run repeats itself, work is held that `last` held, or that is where the planner knows it.
 */
export const presentPlan = <L>(
  problem: CoreProblem,
  planned: PresentStarts,
  last: HeldPlan<L>['held'] = new Map(),
): HeldPlan<L> => {
  const { presentStart, modes, release } = problem
  const holding = new Map<number, HeldOperation<L>>(last)
  for (const [i, at] of presentStart.entries()) {
    const isKnown = at === planned.start[i] && planned.mode?.[i] === modes?.present[i]
    if (isKnown && !holding.has(i)) holding.set(i, { at, lag: null })
  }
  // Work that is unscheduled in the current plan comes after all scheduled work, by release.
  const start = presentStart.map((at, i) => (Number.isNaN(at) ? 1e15 + release[i] : at))
  const plan = { start, end: start, mode: modes?.present ?? null }
  const links = predecessorsOf(problem)
  for (;;) {
    const builder = planWith(problem, { plan, held: holding })
    const late = Array.from(holding.keys()).filter((i) => couldStartEarlier(problem, builder, links, i))
    // Work cannot start when it is planned in closed time. It is not held then.
    const missed = late.filter((i) => builder.start[i] !== holding.get(i)?.at)
    for (const i of missed) holding.delete(i)
    if (missed.length > 0) continue
    const isLate = new Set(late)
    return { plan: builtPlan(builder), held: new Map([...holding].filter(([i]) => isLate.has(i))) }
  }
}

/** Whether a placed operation could start earlier with everything else in place. */
const couldStartEarlier = (
  { modes, release }: CoreProblem,
  builder: PlanBuilder,
  { first, predecessor, lag, wait, left }: Predecessors,
  operation: number,
): boolean => {
  const [start, end, startWork] = [builder.start[operation], builder.end[operation], builder.startWorkOf(operation)]
  if (end === Infinity) return false
  const calendar = builder.calendarOf(operation)
  const length = builder.duration[operation]
  const mode = builder.mode?.[operation] ?? -1
  let from = calendar.toWork(modes && mode >= 0 ? modes.release[mode] : release[operation])
  for (let e = first[operation]; e < first[operation + 1]; e++) {
    from = Math.max(from, builder.workAfter(predecessor[e], calendar, length, lag[e], wait[e], left?.[e]))
  }
  if (from >= startWork) return false
  builder.remove(operation)
  const isFree = builder.fit(operation, from) < startWork
  builder.putBack(operation, startWork, start, end, mode)
  return isFree
}
