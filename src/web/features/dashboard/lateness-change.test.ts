import { expect, it } from 'vitest'
import { latenessChange } from './lateness-change.ts'

it.each([
  [400, 300, 12, -25],
  [400, 500, 12, 25],
  [400, 400, 0, 0],
  [400, 0, 12, -100],
  // Nothing says what it changed: its first plan, which moved work that had no dates.
  [400, 300, null, null],
  // Not late before, or not known.
  [0, 300, 12, null],
  [null, 300, 12, null],
  [400, null, 12, null],
])('from %s to %s with %s moved: %s', (before, after, changedOperations, percent) => {
  const run = { weightedLatenessBeforeHours: before, weightedLatenessHours: after, changedOperations }
  expect(latenessChange(run)).toBe(percent)
})
