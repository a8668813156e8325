import { type CoreProblem, topologicalOrder } from './core-problem.ts'
import type { PlanBuilder } from './plan-builder.ts'
import type { OnPlaced } from './serial-schedule.ts'

/**
 * The order of the current plan: by planned start, with no operation before its predecessors (their later planned start
 * then counts). Work without a planned start comes last. Ties: operations with fewer predecessors first, then by index.
 */
export const presentSequence = (problem: CoreProblem): Int32Array => {
  const { presentStart, successorFirst, successor } = problem
  const turn = presentStart.map((start) => (Number.isNaN(start) ? Infinity : start))
  const depth = new Int32Array(problem.operationCount)
  const order = topologicalOrder(problem)
  for (const i of order) {
    for (let e = successorFirst[i]; e < successorFirst[i + 1]; e++) {
      const next = successor[e]
      turn[next] = Math.max(turn[next], turn[i])
      depth[next] = Math.max(depth[next], depth[i] + 1)
    }
  }
  const differ = (a: Float64Array | Int32Array, i: number, j: number): number => {
    const [left, right] = [a[i], a[j]]
    return left < right ? -1 : left > right ? 1 : 0
  }
  return order.slice().sort((i, j) => differ(turn, i, j) || differ(depth, i, j) || i - j)
}

/**
 * Follows a sequence (`presentSequence`): each operation takes the first slot it fits, gaps included, but never starts
 * before one with an earlier turn on the same resource ("right shift" in the rescheduling literature). `modes` are the
 * modes to preserve. Returns false if stopped.
 */
export const sequenceSchedule = (
  builder: PlanBuilder,
  sequence: Int32Array,
  onPlaced: OnPlaced,
  modes: Int32Array | null = null,
): boolean => {
  const { demandFirst, resourceCount } = builder.problem
  const { demandResource, duration } = builder
  builder.reset(modes)
  const lastStart = new Float64Array(resourceCount).fill(-Infinity)
  for (const operation of sequence) {
    const [first, end] = [demandFirst[operation], demandFirst[operation + 1]]
    let from = builder.readyWork[operation]
    const takesTurn = duration[operation] > 0
    const calendar = builder.calendarOf(operation)
    for (let d = first; takesTurn && d < end; d++) {
      from = Math.max(from, calendar.toWork(lastStart[demandResource[d]]))
    }
    const at = builder.fit(operation, from)
    builder.place(operation, at)
    const placed = builder.end[operation] !== Infinity
    for (let d = first; takesTurn && placed && d < end; d++) lastStart[demandResource[d]] = builder.start[operation]
    if (onPlaced(operation)) return false
  }
  return true
}
