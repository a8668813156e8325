import type { ModelOperation } from './shop-model.ts'

/** Longest cycle that is written out; those beyond are cut. */
const longestNamed = 50

const reasons = (operation: ModelOperation): boolean => operation.standing === 'free'

/** Free operations whose free predecessors never come to an end: on a cycle, or behind or between cycles. */
const onCycles = (operations: readonly ModelOperation[], successors: readonly number[][]): Set<number> => {
  const rest = new Set<number>()
  operations.forEach((operation, index) => {
    if (reasons(operation)) rest.add(index)
  })
  const strip = (neighbours: (index: number) => number[], back: (index: number) => number[]): void => {
    const count = new Map<number, number>()
    for (const index of rest) count.set(index, neighbours(index).filter((other) => rest.has(other)).length)
    const queue = [...rest].filter((index) => count.get(index) === 0)
    for (const index of queue) {
      rest.delete(index)
      for (const other of back(index)) {
        if (!rest.has(other)) continue
        const left = (count.get(other) ?? 0) - 1
        count.set(other, left)
        if (left === 0) queue.push(other)
      }
    }
  }
  const predecessorsOf = (index: number): number[] => operations[index]?.predecessors.map((link) => link.index) ?? []
  const successorsOf = (index: number): number[] => successors[index] ?? []
  strip(predecessorsOf, successorsOf)
  strip(successorsOf, predecessorsOf)
  return rest
}

/** Shortest way from an operation through its predecessors back to itself; null when it only lies between cycles. */
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
 * Gives every free operation that can never be placed its reason: it is on a cycle (named, from itself through what it
 * waits for), or it waits for one that has no place (the root of the trouble is named, not the next in the chain).
 */
export const markUnplaced = (operations: ModelOperation[]): void => {
  const successors: number[][] = operations.map(() => [])
  operations.forEach((operation, index) => {
    for (const link of operation.predecessors) successors[link.index]?.push(index)
  })
  const rest = onCycles(operations, successors)
  const named = new Map<number, number[]>()
  for (const index of rest) {
    const cycle = cycleThrough(operations, index, rest)
    if (cycle) named.set(index, cycle)
  }
  for (const [index, cycle] of named) {
    const operation = operations[index] as ModelOperation
    operation.standing = 'unplaced'
    const ids = cycle.slice(0, longestNamed).map((at) => operations[at]?.source.operationId ?? '')
    operation.unplaced = { code: 'cycle', operationIds: ids }
  }
  const queue: number[] = []
  operations.forEach((operation, index) => {
    if (operation.standing === 'unplaced') queue.push(index)
  })
  const root = new Map(queue.map((index) => [index, index]))
  for (const index of queue) {
    const cause = root.get(index) as number
    for (const next of successors[index] ?? []) {
      const operation = operations[next] as ModelOperation
      if (operation.standing !== 'free') continue
      operation.standing = 'unplaced'
      operation.unplaced = { code: 'waitsForUnplaced', operationId: operations[cause]?.source.operationId ?? '' }
      root.set(next, cause)
      queue.push(next)
    }
  }
}
