import { describe, expect, it } from 'vitest'
import { labelledBars, type VisibleBar } from './visible-bars.ts'

const bars: VisibleBar[] = [30, 60, 20, 90, 45, 75].map((width, operation) => ({
  operation,
  x: 100 * operation,
  y: 4,
  width,
}))
const labelled = (most: number) => labelledBars(bars, { leastPx: 28, most }).map(({ operation }) => operation)

describe('the labels of bars', () => {
  it('are those of all bars with room for one, in their order', () => {
    expect(labelled(5)).toEqual([0, 1, 3, 4, 5])
  })
  it('are those of the widest bars where there are too many', () => {
    expect(labelled(2)).toEqual([3, 5])
  })
})
