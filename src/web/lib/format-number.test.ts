import { expect, it } from 'vitest'
import { formatProgress } from './format-number.ts'

it.each([
  [140, '100 %'],
  [-20, '0 %'],
  [43.4, '43 %'],
  [null, '—'],
  [Number.NaN, '—'],
])('the figure beside a bar is held to 0-100 as the bar is: %s is %s', (percent, text) => {
  expect(formatProgress(percent)).toBe(text)
})
