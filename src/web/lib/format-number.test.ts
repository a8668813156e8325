import { expect, it } from 'vitest'
import { formatProgress } from './format-number.ts'

it.each([
  [140, '100 %'],
  [-20, '0 %'],
  [43.4, '43 %'],
  [null, '—'],
  [Number.NaN, '—'],
])('the number beside a bar stays between 0 and 100 like the bar: %s becomes %s', (percent, text) => {
  expect(formatProgress(percent)).toBe(text)
})
