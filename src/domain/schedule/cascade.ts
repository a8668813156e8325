import { IndexHeap } from '../scheduling/core/index-heap.ts'
import { type Predecessor, startAfter, shareDoneMs as whenShareDone } from '../scheduling/operation-work.ts'
import { hourMs } from '../time/units.ts'
import { floatAt, intAt, valueAt } from '../value-at.ts'
import { calendarOf, hasFlag, isMovable, type MovablePlan, remainingMs } from './movable-plan.ts'

export interface Moved {
  readonly operation: number
  readonly startMs: number
  readonly endMs: number
}

const rankCache = new WeakMap<MovablePlan, Float64Array>()

/** Position of every operation in a topological order (Kahn); operations on a cycle come last. Computed once for each plan. */
const topologicalRanks = (plan: MovablePlan): Float64Array => {
  const known = rankCache.get(plan)
  if (known) return known
  const { operationCount, predecessors, successors } = plan
  const waiting = new Int32Array(operationCount)
  const queue = new Int32Array(operationCount)
  const ranks = new Float64Array(operationCount).fill(operationCount)
  let tail = 0
  for (let op = 0; op < operationCount; op++) {
    waiting[op] = intAt(predecessors.first, op + 1) - intAt(predecessors.first, op)
    if (waiting[op] === 0) queue[tail++] = op
  }
  for (let head = 0; head < tail; head++) {
    const op = intAt(queue, head)
    ranks[op] = head
    for (let i = intAt(successors.first, op); i < intAt(successors.first, op + 1); i++) {
      const next = intAt(successors.other, i)
      waiting[next] = intAt(waiting, next) - 1
      if (waiting[next] === 0) queue[tail++] = next
    }
  }
  rankCache.set(plan, ranks)
  return ranks
}

/** Percentage of the predecessor that may remain when its successor starts. Completed work has none left. */
const leftPercentOf = (plan: MovablePlan, link: number): number => {
  const percent = valueAt(plan.data.links.overlapPercent, link)
  return percent === 0 || hasFlag(plan, valueAt(plan.data.links.from, link), 'completed') ? 0 : 100 - percent
}

/** The predecessor of a link, if it has these dates. */
const predecessorOf = (plan: MovablePlan, link: number, { startMs, endMs }: Omit<Moved, 'operation'>): Predecessor => {
  const from = valueAt(plan.data.links.from, link)
  const calendar = calendarOf(plan, from)
  const wholeMs = (): number =>
    hasFlag(plan, from, 'started')
      ? valueAt(plan.data.operations.durationHours, from) * hourMs
      : calendar.workBetween(startMs, endMs)
  return { calendar, startMs, endMs, wholeMs }
}

/**
 * When the predecessor with these dates has progressed far enough for the link to allow a start: at its end, unless the
 * two overlap.
 */
export const shareDoneMs = (plan: MovablePlan, link: number, dates: Omit<Moved, 'operation'>): number =>
  whenShareDone(predecessorOf(plan, link, dates), leftPercentOf(plan, link))

/** Earliest start that a link allows the successor if the predecessor has these dates. */
export const earliestAfter = (plan: MovablePlan, link: number, dates: Omit<Moved, 'operation'>): number => {
  const { to, lagHours, waitHours } = plan.data.links
  const successor = valueAt(to, link)
  const calendar = calendarOf(plan, successor)
  const lag = {
    lagMs: valueAt(lagHours, link) * hourMs,
    waitMs: valueAt(waitHours, link) * hourMs,
    leftPercent: leftPercentOf(plan, link),
  }
  const work = { calendar, leftMs: remainingMs(plan, successor) }
  return calendar.nextOpen(startAfter(work, predecessorOf(plan, link, dates), lag).atMs)
}

/** New dates of a moved operation: from the next open instant, for its remaining work. */
export const movedAt = (plan: MovablePlan, operation: number, startMs: number): Moved => {
  const calendar = calendarOf(plan, operation)
  const start = calendar.nextOpen(startMs)
  return { operation, startMs: start, endMs: calendar.addWork(start, remainingMs(plan, operation)) }
}

/** The followers that must move when one operation gets new dates. */
export const cascade = (plan: MovablePlan, moved: Moved): Moved[] => cascadeAll(plan, [moved])

/**
 * The followers that must move when some operations get new dates, each pushed no further than needed. A worklist in
 * topological order places each one once; pinned, started and unscheduled work stays in place.
 */
export const cascadeAll = (plan: MovablePlan, moved: readonly Moved[]): Moved[] => {
  const required = new Map<number, number>()
  const done = new Set<number>(moved.map(({ operation }) => operation))
  const ranks = topologicalRanks(plan)
  const work = new IndexHeap()
  const result: Moved[] = []
  const pushFollowers = (before: Moved) => {
    const { operation, endMs } = before
    const { first, other, link } = plan.successors
    // Its end is unchanged, so its followers do not move.
    if (endMs === floatAt(plan.endMs, operation)) return
    for (let i = intAt(first, operation); i < intAt(first, operation + 1); i++) {
      const follower = intAt(other, i)
      if (done.has(follower) || !isMovable(plan, follower) || hasFlag(plan, follower, 'pinned')) continue
      const earliest = earliestAfter(plan, intAt(link, i), before)
      if (earliest <= floatAt(plan.startMs, follower)) continue
      const known = required.get(follower)
      if (known === undefined) work.push(follower, floatAt(ranks, follower))
      if (known === undefined || earliest > known) required.set(follower, earliest)
    }
  }
  moved.forEach(pushFollowers)
  while (work.size > 0) {
    const operation = work.pop()
    done.add(operation)
    const place = movedAt(plan, operation, required.get(operation) ?? floatAt(plan.startMs, operation))
    result.push(place)
    pushFollowers(place)
  }
  return result
}
