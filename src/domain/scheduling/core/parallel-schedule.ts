import { type CoreCalendar, hasModes } from './core-problem.ts'
import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { patientKeysOf, ReadyQueue } from './ready-queue.ts'
import type { OnPlaced } from './serial-schedule.ts'
import { WakeHeap } from './wake-heap.ts'

/** Operations tried at one moment before the resource waits: bounds the work around fixed bookings. */
const triesPerMoment = 16

/**
 * Parallel generation for operations that need at most one resource: time goes forward, and whenever a resource has room
 * the best waiting operation starts. Each resource keeps its own queue, so the cost is n log n. An operation with modes waits in the queues of
 * all resources where it may run, and starts where it ends first. False when abandoned.
 */
export const parallelSchedule = (builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced): boolean => {
  const { problem } = builder
  const { operationCount, resourceCount, demandFirst, demandResource, duration, modes } = problem
  builder.reset()
  const patientKeys = patientKeysOf(rule)
  const arrivalAt = new Float64Array(operationCount)
  const queues = Array.from({ length: resourceCount }, () => new ReadyQueue(rule, patientKeys))
  const arrivals = Array.from({ length: resourceCount }, () => new IndexHeap(arrivalAt))
  const wakeAt = new Float64Array(resourceCount).fill(Infinity)
  const wakes = new WakeHeap(wakeAt)
  /** The calendar that a resource shares with all operations that need it. */
  const calendars: CoreCalendar[] = []

  /** When a resource wakes for an operation. One with modes may arrive while this resource is closed. */
  const wakeFor = (resource: number, at: number): number =>
    modes ? calendars[resource].startWall(calendars[resource].toWork(at)) : at
  const queueAt = (resource: number, operation: number, calendar: CoreCalendar): void => {
    calendars[resource] ??= calendar
    arrivals[resource].push(operation)
    wakes.lower(resource, wakeFor(resource, arrivalAt[operation]))
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
      if (!hasModes(modes, operation)) queueAt(demandResource[demand], operation, builder.calendarOf(operation))
      else {
        for (let row = modes.first[operation]; row < modes.first[operation + 1]; row++)
          queueAt(modes.resource[row], operation, problem.calendars[modes.calendar[row]])
      }
    }
    return true
  }

  const isPlaced = new Uint8Array(operationCount)
  const aside = new Int32Array(triesPerMoment)
  if (!queueReady()) return false
  for (let resource = wakes.pop(); resource >= 0; resource = wakes.pop()) {
    const at = wakeAt[resource]
    wakeAt[resource] = Infinity
    const [coming, queue] = [arrivals[resource], queues[resource]]
    while (coming.size > 0 && arrivalAt[coming.peek()] <= at) queue.push(coming.pop())
    let [asideCount, next] = [0, Infinity]
    const calendar = calendars[resource]
    const work = calendar.toWork(at)
    while (queue.size > 0) {
      const room = builder.profile(resource).earliestFit(work, 1, 1)
      if (room !== work || asideCount === triesPerMoment) {
        if (room !== work) next = Math.min(next, calendar.startWall(room))
        break
      }
      const operation = queue.pop(at)
      const chooses = hasModes(modes, operation)
      if (chooses && isPlaced[operation] === 1) continue
      const fit = builder.fit(operation, work, at)
      const wall = fit === work && !chooses ? at : builder.calendarOf(operation).startWall(fit)
      if (wall <= at || wall === Infinity) {
        isPlaced[operation] = 1
        builder.place(operation, fit)
        if (onPlaced(operation)) return false
      } else {
        aside[asideCount++] = operation
        next = Math.min(next, wall)
      }
    }
    for (let i = 0; i < asideCount; i++) queue.push(aside[i])
    if (queue.size > 0 && next !== Infinity) wakes.lower(resource, next)
    if (coming.size > 0) wakes.lower(resource, wakeFor(resource, arrivalAt[coming.peek()]))
    if (!queueReady()) return false
  }
  return true
}
