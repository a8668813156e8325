import { hasModes } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import type { PlanBuilder } from './plan-builder.ts'
import type { OnPlaced } from './serial-schedule.ts'
import { WaitingOperations } from './waiting-operations.ts'

/** Operations tried at one moment before the resource waits. Limits the work around fixed bookings. */
const triesPerMoment = 16

/**
 * Parallel generation for operations that need at most two resources: time advances, and whenever a resource has room,
 * the best waiting operation starts. Each resource has its own queue, so the cost is n log n. An operation with modes
 * waits in the queues of all its alternatives and starts where it ends first. Operations that need the same two
 * resources share a queue, from which either resource takes the best one when both have room. Returns false if stopped.
 */
export const parallelSchedule = (builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced): boolean => {
  const { operationCount, modes } = builder.problem
  builder.reset()
  const waiting = new WaitingOperations(builder, rule, onPlaced)
  const { queues, arrivals, busyUntil, hasPairs, rank, wakes, calendars } = waiting
  const isPlaced = new Uint8Array(operationCount)
  const [aside, asideLine] = [new Int32Array(triesPerMoment), new Int32Array(triesPerMoment)]
  if (!waiting.queueReady()) return false
  for (let at = wakes.nextAt; at !== Infinity; at = wakes.nextAt) {
    const resource = wakes.pop()
    waiting.letIn(resource, at)
    const coming = arrivals[resource]
    const alone = queues[resource]
    const calendar = calendars[resource]
    const work = alone.size > 0 || hasPairs ? calendar.toWork(at) : 0
    // The best queue, if it is already known.
    let known = -1
    if (rank[resource] !== -Infinity) rank[resource] = -Infinity
    else if (wakes.nextAt <= at && waiting.hasChoice) {
      known = waiting.bestLine(resource, at)
      if (waiting.givesWay(known, at) && builder.roomFrom(resource, work) === work) {
        rank[resource] = queues[known].bestKey(at)
        wakes.lower(resource, at)
        continue
      }
    }
    let asideCount = 0
    let next = Infinity
    let hasTurn = true
    while (waiting.isWaitedFor(resource)) {
      const room = builder.roomFrom(resource, work)
      if (room !== work) {
        busyUntil[resource] = calendar.startWall(room)
        next = Math.min(next, busyUntil[resource])
      }
      if (room !== work || asideCount === triesPerMoment) break
      const line = known >= 0 ? known : hasPairs ? waiting.bestLine(resource, at) : resource
      known = -1
      if (line < 0) break
      if (!hasTurn && waiting.givesWay(line, at)) {
        next = at
        break
      }
      hasTurn = true
      const operation = queues[line].pop(at)
      const chooses = hasModes(modes, operation)
      if (chooses && isPlaced[operation] === 1) continue
      const own = builder.calendarOf(operation)
      const isOwn = own === calendar
      const from = isOwn ? work : own.toWork(at)
      const fit = builder.fit(operation, from, at)
      const wall = fit === work && isOwn && !chooses ? at : builder.calendarOf(operation).startWall(fit)
      const changeover = chooses || wall <= at ? 0 : builder.changeoverTo(operation, fit)
      // A changeover may begin now.
      const begins = wall <= at || (changeover > 0 && fit - changeover <= from)
      if (begins || wall === Infinity) {
        if (chooses) isPlaced[operation] = 1
        builder.place(operation, fit)
        if (onPlaced(operation)) return false
        if (wall > at && wall !== Infinity) {
          next = Math.min(next, builder.end[operation])
          break
        }
      } else if (line !== resource && !chooses) waiting.waitUntil(operation, wall)
      else {
        aside[asideCount] = operation
        asideLine[asideCount++] = line
        next = Math.min(next, wall)
        continue
      }
      hasTurn = false
    }
    for (let i = 0; i < asideCount; i++) queues[asideLine[i]].push(aside[i], at)
    if (next !== Infinity && waiting.isWaitedFor(resource)) wakes.lower(resource, next)
    if (coming.size > 0) waiting.wakeFor(resource, coming.peek(), coming.firstKey)
    if (!waiting.queueReady()) return false
  }
  return true
}
