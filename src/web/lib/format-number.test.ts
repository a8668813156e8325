import { expect, it } from 'vitest'
import { formatDays, formatProgress } from './format-number.ts'

it.each([
  [140, '100 %'],
  [-20, '0 %'],
  [43.4, '43 %'],
  [null, '—'],
  [Number.NaN, '—'],
])('formatProgress limits the number beside a bar to 0-100, like the bar: %s becomes %s', (percent, text) => {
  expect(formatProgress(percent)).toBe(text)
})

it.each([
  [1000, '1,000 d'],
  [-1.25, '-1.3 d'],
  [-0, '0 d'],
])('formatDays uses the separators of other numbers, and no sign for zero: %s becomes %s', (days, text) => {
  expect(formatDays(days)).toBe(text)
})
