import { expect, it } from 'vitest'
import { movedWords } from './moved-words.ts'

it.each([
  [
    { moved: 133, asForecast: 123 },
    'did',
    '10 operations moved; 123 more were behind plan and now stand where the forecast had them',
  ],
  [
    { moved: 1_201, asForecast: 1 },
    'did',
    '1,200 operations moved; 1 more was behind plan and now stands where the forecast had it',
  ],
  [{ moved: 2, asForecast: 2 }, 'did', '2 operations were behind plan and now stand where the forecast had them'],
  [{ moved: 1 }, 'did', '1 operation moved'],
  [
    { moved: 133, asForecast: 123 },
    'would',
    '10 operations would move; 123 more were behind plan and would stand where the forecast has them',
  ],
  [{ moved: 0 }, 'would', '0 operations would move'],
] as const)('the words for %j (%s) tell moved work from work that was behind plan', (moved, tense, words) => {
  expect(movedWords(moved, tense)).toBe(words)
})
