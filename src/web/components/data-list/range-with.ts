import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'

/** The indexes to draw: those in range, and one more wherever it is, because it has the focus or is being dragged; -1 = none. */
export const rangeWith = (range: Range, index: number): number[] => {
  const near = defaultRangeExtractor(range)
  const isAway = index >= 0 && index < range.count && !near.includes(index)
  return isAway ? [...near, index].sort((a, b) => a - b) : near
}
