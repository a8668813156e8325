import { expect, it } from 'vitest'
import { chanceWords } from './odds-words.ts'

it('a chance is a whole percentage, and never certain', () => {
  expect([0, 0.004, 0.01, 0.64, 0.99, 0.996, 1].map(chanceWords)).toEqual([
    'under 1 %',
    'under 1 %',
    '1 %',
    '64 %',
    '99 %',
    'over 99 %',
    'over 99 %',
  ])
})
