import type { CheckContext } from './check-operation.ts'
import type { CheckedOperation } from './expected-status.ts'
import type { Violation } from './violation.ts'

/**
 * The turn of each operation that is not fixed: its planned start, or the latest planned start among its direct and
 * indirect predecessors. Operations on a cycle have no turn, because they are unscheduled.
 */
export const plannedTurns = (checked: ReadonlyMap<string, CheckedOperation>): Map<string, number> => {
  const turns = new Map<string, number>()
  const waits = (of: CheckedOperation): CheckedOperation[] =>
    of.source.dependencies.flatMap(({ operationId }) => {
      const before = checked.get(operationId)
      return before?.expected.kind === 'free' ? before : []
    })
  const entered = new Set<string>()
  for (const first of checked.values()) {
    const path = first.expected.kind === 'free' ? [first] : []
    for (let of = path.at(-1); of !== undefined; of = path.at(-1)) {
      const { operationId, scheduledStartMs } = of.source
      const missing = waits(of).filter((before) => !entered.has(before.source.operationId))
      entered.add(operationId)
      if (missing.length > 0) {
        path.push(...missing)
        continue
      }
      path.pop()
      const before = waits(of).map((other) => turns.get(other.source.operationId) ?? Number.NEGATIVE_INFINITY)
      turns.set(operationId, Math.max(scheduledStartMs ?? Number.POSITIVE_INFINITY, ...before))
    }
  }
  return turns
}

/** Finds operations that start at a work center before one with an earlier turn. */
export const checkSequence = (
  members: readonly CheckedOperation[],
  turns: ReadonlyMap<string, number>,
  datesOf: CheckContext['datesOf'],
): Violation[] => {
  const placed = members.flatMap((of) => {
    const { operationId } = of.source
    const startMs = datesOf(operationId)?.startMs ?? null
    const turn = turns.get(operationId)
    const takesTurn = of.inScope && of.expected.kind === 'free' && of.remainingMs > 0
    return takesTurn && startMs !== null && turn !== undefined ? [{ operationId, startMs, turn }] : []
  })
  placed.sort((a, b) => a.turn - b.turn)
  const found: Violation[] = []
  // Latest starts among operations with an earlier turn, and among those with the same turn.
  let [earlier, equal] = [placed[0], placed[0]]
  for (const one of placed) {
    if (equal && one.turn > equal.turn) {
      if (earlier && equal.startMs > earlier.startMs) earlier = equal
      equal = one
    } else if (equal && one.startMs > equal.startMs) equal = one
    if (earlier && earlier.turn < one.turn && one.startMs < earlier.startMs) {
      found.push({ code: 'outOfSequence', operationId: one.operationId, beforeId: earlier.operationId })
    }
  }
  return found
}
