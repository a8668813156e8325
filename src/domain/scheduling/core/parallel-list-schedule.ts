import type { DispatchRule } from './dispatch-rule.ts'
import { IndexHeap } from './index-heap.ts'
import type { PlanBuilder } from './plan-builder.ts'
import { ReadyQueue } from './ready-queue.ts'
import type { OnPlaced } from './serial-schedule.ts'

/**
 * Parallel generation for operations that need several resources: places the waiting operation that can start earliest;
 * among equals, the one that the rule prefers at that moment. An operation whose slot is occupied goes back into the
 * queue with its next possible start. Returns false if stopped.
 */
export const parallelListSchedule = (builder: PlanBuilder, rule: DispatchRule, onPlaced: OnPlaced): boolean => {
  builder.reset()
  const coming = new IndexHeap()
  const now = new ReadyQueue(rule)
  let clock = -Infinity
  for (;;) {
    while (builder.readyCount > 0) {
      const operation = builder.ready[--builder.readyCount]
      coming.push(operation, builder.earliestStart(operation))
    }
    while (coming.size > 0 && coming.firstKey <= clock) now.push(coming.pop(), clock)
    if (now.size === 0) {
      if (coming.size === 0) return true
      clock = coming.firstKey
      continue
    }
    const operation = now.pop(clock)
    const calendar = builder.calendarOf(operation)
    const work = clock === Infinity ? Infinity : calendar.toWork(clock)
    const from = Math.max(work, builder.readyWork[operation])
    const fit = builder.fit(operation, from, clock)
    const wall = fit === Infinity ? Infinity : builder.calendarOf(operation).startWall(fit)
    // A changeover may begin now.
    const isLater = wall > clock && fit - builder.changeoverTo(operation, fit) > from
    if (isLater && wall !== Infinity) {
      coming.push(operation, wall)
      continue
    }
    builder.place(operation, fit)
    if (onPlaced(operation)) return false
  }
}
