import { valueAt } from '#domain/value-at.ts'

/** Median of `values` (mean of the middle two); null if empty. Sorts a copy. */
export const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : (valueAt(sorted, middle - 1) + upper) / 2
}

/** Rounds to two decimals, which is enough for hours, days and ratios and hides binary rounding errors. */
export const roundTwo = (value: number): number => Math.round(value * 100) / 100
