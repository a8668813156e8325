import { at } from './at.ts'
import { MinHeap } from './min-heap.ts'
import { calendarOf, hasFlag, isMovable, remainingMs, type ScheduleModel } from './schedule-model.ts'
import { hourMs } from './units.ts'

export interface Moved {
  readonly operation: number
  readonly startMs: number
  readonly endMs: number
}

const rankCache = new WeakMap<ScheduleModel, Int32Array>()

/** Position of every operation in a topological order (Kahn); operations on a cycle come last. Computed once per plan. */
export const topologicalRanks = (model: ScheduleModel): Int32Array => {
  const known = rankCache.get(model)
  if (known) return known
  const { operationCount, predecessors, successors } = model
  const waiting = new Int32Array(operationCount)
  const queue = new Int32Array(operationCount)
  const ranks = new Int32Array(operationCount).fill(operationCount)
  let tail = 0
  for (let op = 0; op < operationCount; op++) {
    waiting[op] = at(predecessors.first, op + 1) - at(predecessors.first, op)
    if (waiting[op] === 0) queue[tail++] = op
  }
  for (let head = 0; head < tail; head++) {
    const op = at(queue, head)
    ranks[op] = head
    for (let i = at(successors.first, op); i < at(successors.first, op + 1); i++) {
      const next = at(successors.other, i)
      waiting[next] = at(waiting, next) - 1
      if (waiting[next] === 0) queue[tail++] = next
    }
  }
  rankCache.set(model, ranks)
  return ranks
}

/** Earliest start that a predecessor ending at `endMs` allows, the lag counted in the follower's working time. */
export const earliestAfter = (model: ScheduleModel, follower: number, endMs: number, lagHours: number): number => {
  const calendar = calendarOf(model, follower)
  return calendar.nextOpen(lagHours > 0 ? calendar.addWork(endMs, lagHours * hourMs) : endMs + lagHours * hourMs)
}

/** A moved operation's place: from the next open instant, for the work that is left. */
export const placeAt = (model: ScheduleModel, operation: number, startMs: number): Moved => {
  const calendar = calendarOf(model, operation)
  const start = calendar.nextOpen(startMs)
  return { operation, startMs: start, endMs: calendar.addWork(start, remainingMs(model, operation)) }
}

/**
 * The followers that must give way when one operation takes a new place, each pushed no further than needed.
 * Worklist in topological order, so each is placed once; pinned, begun and unplaced work stays.
 */
export const cascade = (model: ScheduleModel, moved: Moved): Moved[] => {
  const ranks = topologicalRanks(model)
  const required = new Map<number, number>()
  const settled = new Set<number>([moved.operation])
  const work = new MinHeap()
  const result: Moved[] = []
  const pushFollowers = ({ operation, endMs }: Moved) => {
    const { first, other, lagHours } = model.successors
    // Ends when it did: whoever waits for it is where they were.
    if (endMs === at(model.endMs, operation)) return
    for (let i = at(first, operation); i < at(first, operation + 1); i++) {
      const follower = at(other, i)
      if (settled.has(follower) || !isMovable(model, follower) || hasFlag(model, follower, 'pinned')) continue
      const earliest = earliestAfter(model, follower, endMs, at(lagHours, i))
      if (earliest <= at(model.startMs, follower)) continue
      const known = required.get(follower)
      if (known === undefined) work.push(at(ranks, follower), follower)
      if (known === undefined || earliest > known) required.set(follower, earliest)
    }
  }
  pushFollowers(moved)
  while (work.size > 0) {
    const operation = work.pop()
    settled.add(operation)
    const place = placeAt(model, operation, required.get(operation) ?? at(model.startMs, operation))
    result.push(place)
    pushFollowers(place)
  }
  return result
}
