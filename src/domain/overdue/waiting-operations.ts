import type { PlanColumns } from './plan-columns.ts'

export interface WaitingOperations {
  /** Row of the held operation it waits for, directly or further back; its own row when it is held itself; -1 = none. */
  readonly heldBy: Int32Array
  /** The open predecessor that ends last; -1 = none. */
  readonly openPredecessor: Int32Array
}

/** Writes what every open operation of one project waits for. `order`: `projectOrder`. */
export const waitingOperations = (
  plan: PlanColumns,
  order: Int32Array,
  { heldBy, openPredecessor }: WaitingOperations,
): void => {
  const endOf = (row: number): number => {
    const end = plan.scheduledEndMs[row] as number
    return Number.isNaN(end) ? Infinity : end
  }
  for (const row of order) {
    heldBy[row] = -1
    openPredecessor[row] = -1
    if (plan.completed[row]) continue
    if (plan.onHold[row]) heldBy[row] = row
    for (let link = plan.firstLink[row] as number; link < (plan.firstLink[row + 1] as number); link++) {
      const from = plan.from[link] as number
      if (plan.completed[from]) continue
      const known = openPredecessor[row] as number
      if (known < 0 || endOf(from) > endOf(known)) openPredecessor[row] = from
      if ((heldBy[row] as number) < 0) heldBy[row] = heldBy[from] as number
    }
  }
}

/**
 * **Blocked**: open, and nobody can work on it: it is on hold, waits for something that is, or should have begun by now while
 * a predecessor is still open.
 */
export const isBlocked = (
  facts: { heldBy: number; openPredecessor: number; plannedStartMs: number },
  nowMs: number,
): boolean => facts.heldBy >= 0 || (facts.openPredecessor >= 0 && facts.plannedStartMs < nowMs)
