import type { PlanColumns } from './plan-columns.ts'

/** Rows of a project, predecessors first; the rows of a ring, which the product refuses, come last. */
export const projectOrder = (plan: PlanColumns, project: number): Int32Array => {
  const first = plan.firstRow[project] as number
  const end = plan.firstRow[project + 1] as number
  const order = new Int32Array(end - first)
  const done = new Uint8Array(end - first)
  const isReady = (row: number): boolean => {
    for (let link = plan.firstLink[row] as number; link < (plan.firstLink[row + 1] as number); link++) {
      if (!done[(plan.from[link] as number) - first]) return false
    }
    return true
  }
  let count = 0
  // Sequence is nearly always an order already: one pass, seldom two.
  for (let added = -1; added !== 0 && count < order.length; ) {
    added = 0
    for (let row = first; row < end; row++) {
      if (done[row - first] || !isReady(row)) continue
      done[row - first] = 1
      order[count++] = row
      added++
    }
  }
  for (let row = first; row < end; row++) if (!done[row - first]) order[count++] = row
  return order
}
