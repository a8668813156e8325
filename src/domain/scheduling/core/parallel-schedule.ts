import { type CoreCalendar, type CoreProblem, hasModes } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { patientKeysOf, ReadyQueue, SetupQueue } from './ready-queue.ts'
import type { OnPlaced } from './serial-schedule.ts'
import { WakeHeap } from './wake-heap.ts'

/** Operations tried at one moment before the resource waits: bounds the work around fixed bookings. */
const triesPerMoment = 16

/** What waits at each resource that could start. Where changeovers count, some of the first are compared with the changeover to each. */
const readyQueues = (builder: PlanBuilder, rule: DispatchRule): (ReadyQueue | SetupQueue)[] => {
  const patientKeys = patientKeysOf(rule)
  const { changeoverScale: scale } = rule
  return Array.from({ length: builder.problem.resourceCount }, (_, resource) => {
    const queue = new ReadyQueue(rule, patientKeys)
    if (scale === undefined || !builder.hasChangeovers(resource)) return queue
    return new SetupQueue(
      queue,
      (operation, at) => builder.changeoverTo(operation, builder.calendarOf(operation).toWork(at)) / scale,
    )
  })
}

/** The other resource that an operation needs; -1 = it needs one only. */
const otherResource = ({ demandFirst, demandResource }: CoreProblem, operation: number, resource: number): number => {
  const first = demandFirst[operation]
  if (demandFirst[operation + 1] - first < 2) return -1
  return demandResource[demandResource[first] === resource ? first + 1 : first]
}

/** The operations that wait at each resource: those that can start, best first, and those that arrive later. `queueReady` is false when abandoned. */
const waitingOperations = (builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced) => {
  const { problem } = builder
  const { operationCount, resourceCount, demandFirst, demandResource, duration, modes, pauses } = problem
  const arrivalAt = new Float64Array(operationCount)
  const queues = readyQueues(builder, rule)
  const arrivals = Array.from({ length: resourceCount }, () => new IndexHeap(arrivalAt))
  const wakeAt = new Float64Array(resourceCount).fill(Infinity)
  // Work only gets in, so a resource without room has none until then: waking it sooner would be in vain.
  const busyUntil = new Float64Array(resourceCount).fill(-Infinity)
  const hasPairs = demandFirst.some((first, i) => i > 0 && first - demandFirst[i - 1] > 1)
  // Where operations need two resources, or have a choice, resources that wake at the same instant take turns by the best operation that waits for each.
  const rank = new Float64Array(resourceCount).fill(-Infinity)
  const wakes = new WakeHeap(wakeAt, rank)
  const calendars: CoreCalendar[] = []
  // Operations that wait for each resource at their other one.
  const wanted = new Int32Array(resourceCount)

  /** Lets an operation wait for a resource from an instant on. `calendar` = its own. */
  const waitFor = (resource: number, operation: number, calendar: CoreCalendar, at: number): void => {
    calendars[resource] ??= pauses ? problem.calendars[pauses.calendarOf[resource]] : calendar
    arrivals[resource].push(operation)
    const other = hasPairs ? otherResource(problem, operation, resource) : -1
    if (other >= 0) wanted[other]++
    wakeFor(resource, at)
  }
  /** Whether the best operation at a resource may have to give way to another one that wakes at the same instant. */
  const takesTurns = (resource: number, at: number): boolean => {
    if (!(hasPairs || modes) || wakes.nextAt > at || queues[resource].size === 0) return false
    if (wanted[resource] > 0) return true
    const best = queues[resource].best(at)
    return hasModes(modes, best) || otherResource(problem, best, resource) >= 0
  }
  /** Wakes a resource for an operation. One with modes may arrive while this resource is closed. */
  const wakeFor = (resource: number, at: number): void => {
    if (busyUntil[resource] === Infinity) return
    if (at <= busyUntil[resource]) wakes.lower(resource, busyUntil[resource])
    else wakes.lower(resource, modes ? calendars[resource].startWall(calendars[resource].toWork(at)) : at)
  }
  const queueReady = (): boolean => {
    while (builder.readyCount > 0) {
      const operation = builder.ready[--builder.readyCount]
      const demand = demandFirst[operation]
      const from = builder.readyWork[operation]
      const at = builder.earliestStart(operation)
      if (demand === demandFirst[operation + 1] || duration[operation] === 0 || at === Infinity) {
        builder.place(operation, from)
        if (onPlaced(operation)) return false
        continue
      }
      arrivalAt[operation] = at
      if (!hasModes(modes, operation)) waitFor(demandResource[demand], operation, builder.calendarOf(operation), at)
      else {
        for (let row = modes.first[operation]; row < modes.first[operation + 1]; row++)
          waitFor(modes.resource[row], operation, problem.calendars[modes.calendar[row]], at)
      }
    }
    return true
  }
  return {
    arrivalAt,
    queues,
    arrivals,
    wakeAt,
    busyUntil,
    hasPairs,
    rank,
    wanted,
    wakes,
    calendars,
    waitFor,
    wakeFor,
    takesTurns,
    queueReady,
  }
}

/**
 * Parallel generation for operations that need at most two resources: time goes forward, and whenever a resource has room
 * the best waiting operation starts. Each resource keeps its own queue, so the cost is n log n. An operation with modes waits in the queues of
 * all resources where it may run, and starts where it ends first. One that needs a second resource waits for them by turns: it leaves the
 * queue of the one that has room for that of the other. False when abandoned.
 */
export const parallelSchedule = (builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced): boolean => {
  const { problem } = builder
  const { operationCount, modes } = problem
  builder.reset()
  const waiting = waitingOperations(builder, rule, onPlaced)
  const { arrivalAt, queues, arrivals, wakeAt, busyUntil, hasPairs, rank, wanted, wakes, calendars } = waiting
  const [isPlaced, aside] = [new Uint8Array(operationCount), new Int32Array(triesPerMoment)]
  if (!waiting.queueReady()) return false
  for (let resource = wakes.pop(); resource >= 0; resource = wakes.pop()) {
    const at = wakeAt[resource]
    wakeAt[resource] = Infinity
    const [coming, queue] = [arrivals[resource], queues[resource]]
    while (coming.size > 0 && arrivalAt[coming.peek()] <= at) queue.push(coming.pop())
    const calendar = calendars[resource]
    const work = queue.size > 0 ? calendar.toWork(at) : 0
    if (rank[resource] !== -Infinity) rank[resource] = -Infinity
    else if (waiting.takesTurns(resource, at) && builder.roomFrom(resource, work) === work) {
      rank[resource] = queue.bestKey(at)
      wakes.lower(resource, at)
      continue
    }
    let [asideCount, next] = [0, Infinity]
    while (queue.size > 0) {
      const room = builder.roomFrom(resource, work)
      if (room !== work || asideCount === triesPerMoment) {
        if (room !== work) {
          busyUntil[resource] = calendar.startWall(room)
          next = Math.min(next, busyUntil[resource])
        }
        break
      }
      const operation = queue.pop(at)
      const chooses = hasModes(modes, operation)
      if (chooses && isPlaced[operation] === 1) continue
      const other = hasPairs ? otherResource(problem, operation, resource) : -1
      if (other >= 0) wanted[other]--
      const isOwn = builder.calendarOf(operation) === calendar
      const from = isOwn ? work : builder.calendarOf(operation).toWork(at)
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
      } else if (other >= 0) {
        arrivalAt[operation] = wall
        waiting.waitFor(other, operation, builder.calendarOf(operation), wall)
      } else {
        aside[asideCount++] = operation
        next = Math.min(next, wall)
        continue
      }
      if (waiting.takesTurns(resource, at)) {
        next = at
        break
      }
    }
    for (let i = 0; i < asideCount; i++) queue.push(aside[i])
    if (queue.size > 0 && next !== Infinity) wakes.lower(resource, next)
    if (coming.size > 0) waiting.wakeFor(resource, arrivalAt[coming.peek()])
    if (!waiting.queueReady()) return false
  }
  return true
}
