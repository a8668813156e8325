import { intAt } from '../value-at.ts'

/** Links by their near end (CSR): operation i has the entries from `first[i]` up to `first[i + 1]`. */
export interface LinkIndex {
  readonly first: Int32Array
  /** The operation at the far end. */
  readonly other: Int32Array
  /** The row of the link in the schedule. */
  readonly link: Int32Array
}

/** Sorts links by `near` in two passes (counting sort). Links with an end outside 0..count are dropped. */
export const indexLinks = (count: number, near: Int32Array, far: Int32Array): LinkIndex => {
  const first = new Int32Array(count + 1)
  let kept = 0
  for (let i = 0; i < near.length; i++) {
    const row = intAt(near, i)
    // As an unsigned number, a negative row also exceeds the count.
    if (row >>> 0 >= count || intAt(far, i) >>> 0 >= count) continue
    first[row + 1] = intAt(first, row + 1) + 1
    kept++
  }
  for (let i = 0; i < count; i++) first[i + 1] = intAt(first, i + 1) + intAt(first, i)
  const next = first.slice(0, count)
  const other = new Int32Array(kept)
  const link = new Int32Array(kept)
  for (let i = 0; i < near.length; i++) {
    const row = intAt(near, i)
    if (row >>> 0 >= count || intAt(far, i) >>> 0 >= count) continue
    const slot = intAt(next, row)
    next[row] = slot + 1
    other[slot] = intAt(far, i)
    link[slot] = i
  }
  return { first, other, link }
}

/** The operations linked to one, in stored order. */
export const linkedTo = (links: LinkIndex, operation: number): Int32Array =>
  links.other.subarray(intAt(links.first, operation), intAt(links.first, operation + 1))
