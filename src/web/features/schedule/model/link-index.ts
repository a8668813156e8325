import { at } from './at.ts'

/** Links by their near end (CSR): those of operation i are entries `first[i]` up to `first[i + 1]`. */
export interface LinkIndex {
  readonly first: Int32Array
  /** The operation at the far end. */
  readonly other: Int32Array
  readonly lagHours: Float64Array
}

/** Sorts links by `near` in two passes (counting sort). Links that leave 0..count are dropped. */
export const indexLinks = (
  count: number,
  near: ArrayLike<number>,
  far: ArrayLike<number>,
  lagHours: ArrayLike<number>,
): LinkIndex => {
  const inside = (row: number) => row >= 0 && row < count
  const first = new Int32Array(count + 1)
  let kept = 0
  for (let i = 0; i < near.length; i++) {
    if (!inside(at(near, i)) || !inside(at(far, i))) continue
    first[at(near, i) + 1] = at(first, at(near, i) + 1) + 1
    kept++
  }
  for (let i = 0; i < count; i++) first[i + 1] = at(first, i + 1) + at(first, i)
  const next = first.slice(0, count)
  const other = new Int32Array(kept)
  const lags = new Float64Array(kept)
  for (let i = 0; i < near.length; i++) {
    if (!inside(at(near, i)) || !inside(at(far, i))) continue
    const slot = at(next, at(near, i))
    next[at(near, i)] = slot + 1
    other[slot] = at(far, i)
    lags[slot] = lagHours[i] ?? 0
  }
  return { first, other, lagHours: lags }
}

/** The operations linked to one, in stored order. */
export const linkedTo = (links: LinkIndex, operation: number): Int32Array =>
  links.other.subarray(at(links.first, operation), at(links.first, operation + 1))
