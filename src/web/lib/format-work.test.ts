import { expect, it } from 'vitest'
import { formatWork } from './format-work.ts'

it.each([
  [0.25, 0.03, '15 min'],
  [0.27, 0.03, '16 min'],
  [1, 0.1, '1 h'],
  [11.5, 1.4, '11 h 30 min'],
  [15.996, 1.99, '16 h'],
  [16, 2, '2 working days'],
  [46.6, 2.9, '3 working days'],
  [328, null, '328 h'],
  [0, 0, '0 min'],
])('formatWork writes %s hours, or %s working days, as %s', (hours, days, words) =>
  expect(formatWork(hours, days)).toBe(words),
)
