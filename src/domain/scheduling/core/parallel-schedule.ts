import type { CoreCalendar } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { patientKeysOf, ReadyQueue } from './ready-queue.ts'
import type { OnPlaced } from './serial-schedule.ts'
import { WakeHeap } from './wake-heap.ts'

/** Operations tried at one moment before the resource waits: bounds the work around fixed bookings. */
const triesPerMoment = 16

/** Takes out the operation that is best at `at`. Where changeovers count, some of the first are compared with the changeover to each. */
const takeBest = (
  queue: ReadyQueue,
  builder: PlanBuilder,
  { changeoverScale }: DispatchRule,
  at: number,
  work: number,
) => {
  const first = queue.pop(at)
  if (changeoverScale === undefined) return first
  const scoreOf = (operation: number): number =>
    queue.keyAt(operation, at) + builder.changeoverTo(operation, work) / changeoverScale
  const seen: number[] = []
  let best = first
  let least = scoreOf(first)
  while (queue.size > 0 && seen.length < triesPerMoment) {
    const operation = queue.pop(at)
    const score = scoreOf(operation)
    seen.push(score < least ? best : operation)
    if (score < least) {
      best = operation
      least = score
    }
  }
  for (const operation of seen) queue.push(operation)
  return best
}

/**
 * Parallel generation for operations that need at most one resource: time goes forward, and whenever a resource has room
 * the best waiting operation starts. Each resource keeps its own queue, so the cost is n log n. False when abandoned.
 */
export const parallelSchedule = (builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced): boolean => {
  const { problem } = builder
  const { operationCount, resourceCount, demandFirst, demandResource, duration } = problem
  builder.reset()
  const patientKeys = patientKeysOf(rule)
  const arrivalAt = new Float64Array(operationCount)
  const queues = Array.from({ length: resourceCount }, () => new ReadyQueue(rule, patientKeys))
  const arrivals = Array.from({ length: resourceCount }, () => new IndexHeap(arrivalAt))
  const wakeAt = new Float64Array(resourceCount).fill(Infinity)
  const wakes = new WakeHeap(wakeAt)
  /** The calendar that a resource shares with all operations that need it. */
  const calendars: CoreCalendar[] = []

  const queueReady = (): boolean => {
    while (builder.readyCount > 0) {
      const operation = builder.ready[--builder.readyCount]
      const demand = demandFirst[operation]
      const from = builder.readyWork[operation]
      const at = from === Infinity ? Infinity : builder.calendarOf(operation).startWall(from)
      if (demand === demandFirst[operation + 1] || duration[operation] === 0 || at === Infinity) {
        builder.place(operation, from)
        if (onPlaced(operation)) return false
        continue
      }
      const resource = demandResource[demand]
      calendars[resource] ??= builder.calendarOf(operation)
      arrivalAt[operation] = at
      arrivals[resource].push(operation)
      wakes.lower(resource, at)
    }
    return true
  }

  const aside = new Int32Array(triesPerMoment)
  if (!queueReady()) return false
  for (let resource = wakes.pop(); resource >= 0; resource = wakes.pop()) {
    const at = wakeAt[resource]
    wakeAt[resource] = Infinity
    const coming = arrivals[resource]
    const queue = queues[resource]
    while (coming.size > 0 && arrivalAt[coming.peek()] <= at) queue.push(coming.pop())
    let asideCount = 0
    let next = Infinity
    const calendar = calendars[resource]
    const work = calendar.toWork(at)
    while (queue.size > 0) {
      const room = builder.roomFrom(resource, work)
      if (room !== work || asideCount === triesPerMoment) {
        if (room !== work) next = Math.min(next, calendar.startWall(room))
        break
      }
      const operation = takeBest(queue, builder, rule, at, work)
      const fit = builder.fit(operation, work)
      const wall = fit === work ? at : calendar.startWall(fit)
      // A changeover may begin now.
      if (fit - builder.changeoverTo(operation, fit) <= work || wall === Infinity) {
        builder.place(operation, fit)
        if (onPlaced(operation)) return false
        if (wall > at && wall !== Infinity) {
          next = Math.min(next, builder.end[operation])
          break
        }
      } else {
        aside[asideCount++] = operation
        next = Math.min(next, wall)
      }
    }
    for (let i = 0; i < asideCount; i++) queue.push(aside[i])
    if (queue.size > 0 && next !== Infinity) wakes.lower(resource, next)
    if (coming.size > 0) wakes.lower(resource, arrivalAt[coming.peek()])
    if (!queueReady()) return false
  }
  return true
}
