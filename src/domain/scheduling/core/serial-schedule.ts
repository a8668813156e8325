import { IndexHeap } from './index-heap.ts'
import type { PlanBuilder } from './plan-builder.ts'

/** Called after each placement; returning true abandons the plan. */
export type OnPlaced = (operation: number) => boolean

/**
 * Serial generation: of the operations whose predecessors are placed, the one with the smallest key takes the first
 * slot it fits, gaps included. `modes` are the modes to preserve. Returns false if stopped.
 */
export const serialSchedule = (
  builder: PlanBuilder,
  keys: Float64Array,
  onPlaced: OnPlaced,
  modes: Int32Array | null = null,
): boolean => {
  builder.reset(modes)
  const heap = new IndexHeap()
  for (;;) {
    while (builder.readyCount > 0) {
      const operation = builder.ready[--builder.readyCount]
      heap.push(operation, keys[operation])
    }
    if (heap.size === 0) return true
    const operation = heap.pop()
    builder.place(operation, builder.fit(operation, builder.readyWork[operation]))
    if (onPlaced(operation)) return false
  }
}
