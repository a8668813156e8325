/** Intervals of time as one flat array [start, end, start, end, ...], ends exclusive. */
export type FlatIntervals = number[]

/** Sorted and merged (touching ones too); empty and negative intervals are dropped. */
export const mergeIntervals = (flat: FlatIntervals): FlatIntervals => {
  const order: number[] = []
  let sorted = true
  let last = -Infinity
  for (let i = 0; i < flat.length; i += 2) {
    const start = flat[i] as number
    if (!((flat[i + 1] as number) > start)) continue
    if (start < last) sorted = false
    last = start
    order.push(i)
  }
  if (!sorted) order.sort((a, b) => (flat[a] as number) - (flat[b] as number))
  const merged: FlatIntervals = []
  for (const i of order) {
    const start = flat[i] as number
    const end = flat[i + 1] as number
    const lastEnd = merged.at(-1)
    if (lastEnd !== undefined && start <= lastEnd) merged[merged.length - 1] = Math.max(lastEnd, end)
    else merged.push(start, end)
  }
  return merged
}

/** `from` without `minus`; both sorted and merged. */
export const subtractIntervals = (from: FlatIntervals, minus: FlatIntervals): FlatIntervals => {
  if (minus.length === 0) return from
  const rest: FlatIntervals = []
  let j = 0
  for (let i = 0; i < from.length; i += 2) {
    let start = from[i] as number
    const end = from[i + 1] as number
    while (j < minus.length && (minus[j + 1] as number) <= start) j += 2
    for (let k = j; k < minus.length && (minus[k] as number) < end; k += 2) {
      if ((minus[k] as number) > start) rest.push(start, minus[k] as number)
      start = Math.max(start, minus[k + 1] as number)
    }
    if (start < end) rest.push(start, end)
  }
  return rest
}

/** The part of sorted `flat` inside [fromMs, toMs). */
export const clipIntervals = (flat: FlatIntervals, fromMs: number, toMs: number): FlatIntervals => {
  const inside: FlatIntervals = []
  for (let i = 0; i < flat.length; i += 2) {
    const start = Math.max(flat[i] as number, fromMs)
    const end = Math.min(flat[i + 1] as number, toMs)
    if (start < end) inside.push(start, end)
  }
  return inside
}
