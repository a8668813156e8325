import { valueAt } from '#domain/value-at.ts'

/** Intervals of time as one flat array [start, end, start, end, ...], ends exclusive. */
export type FlatIntervals = number[]

/** Sorts and merges intervals (touching ones too). Empty and negative intervals are dropped. */
export const mergeIntervals = (flat: FlatIntervals): FlatIntervals => {
  const order: number[] = []
  let sorted = true
  let last = -Infinity
  for (let i = 0; i < flat.length; i += 2) {
    const start = valueAt(flat, i)
    if (!(valueAt(flat, i + 1) > start)) continue
    if (start < last) sorted = false
    last = start
    order.push(i)
  }
  if (!sorted) order.sort((a, b) => valueAt(flat, a) - valueAt(flat, b))
  const merged: FlatIntervals = []
  for (const i of order) {
    const start = valueAt(flat, i)
    const end = valueAt(flat, i + 1)
    const lastEnd = merged.at(-1)
    if (lastEnd !== undefined && start <= lastEnd) merged[merged.length - 1] = Math.max(lastEnd, end)
    else merged.push(start, end)
  }
  return merged
}

/** `from` without `minus`; both must be sorted and merged. */
export const subtractIntervals = (from: FlatIntervals, minus: FlatIntervals): FlatIntervals => {
  if (minus.length === 0) return from
  const rest: FlatIntervals = []
  let j = 0
  for (let i = 0; i < from.length; i += 2) {
    let start = valueAt(from, i)
    const end = valueAt(from, i + 1)
    while (j < minus.length && valueAt(minus, j + 1) <= start) j += 2
    for (let k = j; k < minus.length && valueAt(minus, k) < end; k += 2) {
      if (valueAt(minus, k) > start) rest.push(start, valueAt(minus, k))
      start = Math.max(start, valueAt(minus, k + 1))
    }
    if (start < end) rest.push(start, end)
  }
  return rest
}

/** The intersection; both must be sorted and merged. */
export const commonIntervals = (one: FlatIntervals, other: FlatIntervals): FlatIntervals => {
  const both: FlatIntervals = []
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [oneEnd, otherEnd] = [valueAt(one, i + 1), valueAt(other, j + 1)]
    const start = Math.max(valueAt(one, i), valueAt(other, j))
    const end = Math.min(oneEnd, otherEnd)
    if (start < end) both.push(start, end)
    if (oneEnd <= otherEnd) i += 2
    if (otherEnd <= oneEnd) j += 2
  }
  return both
}

/** The part of sorted `flat` inside [fromMs, toMs). */
export const clipIntervals = (flat: FlatIntervals, fromMs: number, toMs: number): FlatIntervals => {
  const inside: FlatIntervals = []
  for (let i = 0; i < flat.length; i += 2) {
    const start = Math.max(valueAt(flat, i), fromMs)
    const end = Math.min(valueAt(flat, i + 1), toMs)
    if (start < end) inside.push(start, end)
  }
  return inside
}
