import { expect, it } from 'vitest'
import { madeByWords, movedWords, runMovedWords } from './moved-words.ts'

it.each([
  [
    { moved: 133, asForecast: 123 },
    'did',
    '10 operations moved; 123 more were behind plan and were moved to their forecast dates',
  ],
  [
    { moved: 1_201, asForecast: 1 },
    'did',
    '1,200 operations moved; 1 more was behind plan and was moved to its forecast dates',
  ],
  [{ moved: 2, asForecast: 2 }, 'did', '2 operations were behind plan and were moved to their forecast dates'],
  [{ moved: 1 }, 'did', '1 operation moved'],
  [
    { moved: 133, asForecast: 123 },
    'would',
    '10 operations would move; 123 more were behind plan and would be moved to their forecast dates',
  ],
  [{ moved: 0 }, 'would', '0 operations would move'],
] as const)('the words for %j (%s) distinguish moved work from work behind plan', (moved, tense, words) => {
  expect(movedWords(moved, tense)).toBe(words)
})

const created = { projectNumber: '1071', operations: 5 }

it.each([
  [{ changedOperations: 172, movedAsForecast: 33 }, movedWords({ moved: 172, asForecast: 33 }, 'did')],
  [{ changedOperations: null }, '0 operations moved'],
  [{ changedOperations: 0, created }, 'its 5 operations scheduled'],
  [
    { changedOperations: 122, movedAsForecast: 122, created },
    'its 5 operations scheduled; 122 more were behind plan and were moved to their forecast dates',
  ],
  [
    { changedOperations: 2, movedAsForecast: 1, created: { ...created, operations: 1 } },
    'its 1 operation scheduled; 1 other moved; 1 more was behind plan and was moved to its forecast dates',
  ],
] as const)('the words for what run %j moved begin with the operations of a new project', (run, words) => {
  expect(runMovedWords(run)).toBe(words)
})

it('a plan without a run is named after the change that applied it', () => {
  expect(madeByWords({ madeBy: 'promiseDate', created }, 'Schedule all')).toBe('Project #1071 created as promised')
  expect(madeByWords({ madeBy: 'promiseDate' }, 'Schedule all')).toBe('Project created as promised')
  expect(madeByWords({ madeBy: 'proposal' }, 'Schedule all')).toBe('Proposal applied')
  expect(madeByWords({}, 'Schedule all')).toBe('Schedule all')
})
