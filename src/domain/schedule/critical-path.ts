import { floatAt, valueAt } from '../value-at.ts'
import { earliestAfter } from './cascade.ts'
import { hasFlag, isPlaced, type MovablePlan } from './movable-plan.ts'

const isOpen = (plan: MovablePlan, operation: number): boolean =>
  isPlaced(plan, operation) && !hasFlag(plan, operation, 'completed')

/** The open predecessor that constrains the start of an operation the most; -1 = none. */
const lastPredecessor = (plan: MovablePlan, operation: number): number => {
  const { first, other, link } = plan.predecessors
  let [found, latestMs] = [-1, -Infinity]
  for (let i = valueAt(first, operation); i < valueAt(first, operation + 1); i++) {
    const before = valueAt(other, i)
    if (!isOpen(plan, before)) continue
    const dates = { startMs: floatAt(plan.startMs, before), endMs: floatAt(plan.endMs, before) }
    const atMs = earliestAfter(plan, valueAt(link, i), dates)
    if (atMs <= latestMs) continue
    found = before
    latestMs = atMs
  }
  return found
}

/**
 * The critical path of the operations in rows `first` to `last` (exclusive): from the open one that ends last, back
 * through the predecessor that constrains each start the most. In order of work; empty if none of it is scheduled.
 */
export const criticalPath = (plan: MovablePlan, first: number, last: number): number[] => {
  let end = -1
  for (let row = first; row < last; row++)
    if (isOpen(plan, row) && (end < 0 || floatAt(plan.endMs, row) > floatAt(plan.endMs, end))) end = row
  const path: number[] = []
  const seen = new Set<number>()
  for (let row = end; row >= 0 && !seen.has(row); row = lastPredecessor(plan, row)) {
    seen.add(row)
    path.push(row)
  }
  return path.reverse()
}
