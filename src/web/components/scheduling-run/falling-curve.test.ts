import { expect, it } from 'vitest'
import { fallingPath } from './falling-curve.tsx'

it('fallingPath falls with each better plan, to scale, and continues until now', () => {
  const points = [
    { afterMs: 1_000, lateDays: 60 },
    { afterMs: 5_000, lateDays: 50 },
  ]
  const full = { fromDays: 100, fullMs: 10_000, nowMs: 7_500 }
  expect(fallingPath(points, full)).toBe('M0 6H50V29H250V35H375')
  expect(fallingPath([], { ...full, nowMs: 20_000 })).toBe('M0 6H500')
  // The first plan of a search can be worse than the current plan.
  expect(fallingPath([{ afterMs: 0, lateDays: 200 }], full)).toBe('M0 35H0V6H375')
  expect(fallingPath([{ afterMs: 0, lateDays: 0 }], { ...full, fromDays: 0 })).toBe('M0 64H0V64H375')
})
