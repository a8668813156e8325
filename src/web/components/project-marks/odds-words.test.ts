import { expect, it } from 'vitest'
import { chanceWords, oddsGapWords } from './odds-words.ts'

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

it('missing odds name the work center with too little finished work, if there is one', () => {
  expect(oddsGapWords('Paint')).toBe('Too little finished work at Paint to give odds')
  expect(oddsGapWords(null)).toBe('Too little finished work to give odds')
})
