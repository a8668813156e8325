import { intAt, valueAt } from '#domain/value-at.ts'
import type { ModelOperation } from './shop-model.ts'

/** Longest cycle that is listed in full; longer ones are truncated. */
const longestNamed = 50

/** Successors of every operation: operation i has `list[first[i]]` up to `list[first[i + 1]]`. */
const successorRows = (operations: readonly ModelOperation[]): { first: Int32Array; list: Int32Array } => {
  const first = new Int32Array(operations.length + 1)
  for (const { predecessors } of operations) {
    for (const { index } of predecessors) first[index + 1] = intAt(first, index + 1) + 1
  }
  for (let i = 0; i < operations.length; i++) first[i + 1] = intAt(first, i + 1) + intAt(first, i)
  const fill = first.slice()
  const list = new Int32Array(intAt(first, operations.length))
  operations.forEach(({ predecessors }, to) => {
    for (const { index } of predecessors) {
      list[intAt(fill, index)] = to
      fill[index] = intAt(fill, index) + 1
    }
  })
  return { first, list }
}

/** Operations that no order of their predecessors reaches, because they are on a cycle or after one. */
const unreached = (operations: readonly ModelOperation[], rows: ReturnType<typeof successorRows>): Set<number> => {
  const missing = new Int32Array(operations.length)
  const queue: number[] = []
  operations.forEach(({ status, predecessors }, i) => {
    if (status !== 'free') return
    for (const { index } of predecessors) if (operations[index]?.status === 'free') missing[i] = intAt(missing, i) + 1
    if (missing[i] === 0) queue.push(i)
  })
  for (const index of queue) {
    for (let e = intAt(rows.first, index); e < intAt(rows.first, index + 1); e++) {
      const next = intAt(rows.list, e)
      missing[next] = intAt(missing, next) - 1
      if (missing[next] === 0 && operations[next]?.status === 'free') queue.push(next)
    }
  }
  const rest = new Set<number>()
  operations.forEach(({ status }, i) => {
    if (status === 'free' && intAt(missing, i) > 0) rest.add(i)
  })
  return rest
}

/** Shortest path from an operation through its predecessors back to itself; null if it only follows a cycle. */
const cycleThrough = (operations: readonly ModelOperation[], start: number, among: Set<number>): number[] | null => {
  const cameFrom = new Map<number, number>()
  const queue = [start]
  for (const index of queue) {
    for (const { index: other } of operations[index]?.predecessors ?? []) {
      if (other === start) {
        const path = [index]
        for (let at = index; at !== start; path.push(at)) at = cameFrom.get(at) as number
        return path.reverse()
      }
      if (!among.has(other) || cameFrom.has(other)) continue
      cameFrom.set(other, index)
      queue.push(other)
    }
  }
  return null
}

/**
 * Whether nothing is unscheduled and all predecessors come first, so that there is no cycle. A quick check that succeeds for most shops.
 */
const isAllPlaceable = (operations: readonly ModelOperation[]): boolean =>
  operations.every(
    ({ status, predecessors }, i) =>
      status !== 'unplaced' && (status !== 'free' || predecessors.every(({ index }) => index < i)),
  )

/**
 * Gives a reason to every operation that can never be placed: it is on a cycle (which is named in full, beginning with
 * itself), or it waits for an unscheduled operation (the root of the chain is named instead of the direct predecessor).
 */
export const markUnplaced = (operations: ModelOperation[]): void => {
  if (isAllPlaceable(operations) || !operations.some(({ status }) => status === 'free')) return
  const rows = successorRows(operations)
  const rest = unreached(operations, rows)
  const named = new Map<number, number[]>()
  for (const index of rest) {
    const cycle = cycleThrough(operations, index, rest)
    if (cycle) named.set(index, cycle)
  }
  for (const [index, cycle] of named) {
    const operation = valueAt(operations, index)
    operation.status = 'unplaced'
    const ids = cycle.slice(0, longestNamed).map((at) => operations[at]?.source.operationId ?? '')
    operation.unplaced = { code: 'cycle', operationIds: ids }
  }
  const queue: number[] = []
  operations.forEach((operation, index) => {
    if (operation.status === 'unplaced') queue.push(index)
  })
  const root = Int32Array.from(operations, (_, index) => index)
  for (const index of queue) {
    const cause = intAt(root, index)
    for (let e = intAt(rows.first, index); e < intAt(rows.first, index + 1); e++) {
      const next = intAt(rows.list, e)
      const operation = valueAt(operations, next)
      if (operation.status !== 'free') continue
      operation.status = 'unplaced'
      operation.unplaced = { code: 'waitsForUnplaced', operationId: operations[cause]?.source.operationId ?? '' }
      root[next] = cause
      queue.push(next)
    }
  }
}
