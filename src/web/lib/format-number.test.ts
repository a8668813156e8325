import { expect, it } from 'vitest'
import { formatDays, formatProgress } from './format-number.ts'

it.each([
  [140, '100 %'],
  [-20, '0 %'],
  [43.4, '43 %'],
  [null, '—'],
  [Number.NaN, '—'],
])('the number beside a bar stays between 0 and 100 like the bar: %s becomes %s', (percent, text) => {
  expect(formatProgress(percent)).toBe(text)
})

it.each([
  [1000, '1,000 d'],
  [-1.25, '-1.3 d'],
  [-0, '0 d'],
])('days have the separators of other numbers, and no sign where there are none: %s becomes %s', (days, text) => {
  expect(formatDays(days)).toBe(text)
})
