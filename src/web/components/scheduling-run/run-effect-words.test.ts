import { expect, it } from 'vitest'
import { effectWords, gaveOnlyFirstDates } from './run-effect-words.ts'

const project = {
  latenessDaysBefore: -2,
  latenessDaysAfter: -1,
  movedDays: 1,
  movedOperations: 3,
  unplacedOperations: 0,
}

it.each([
  [{ kind: 'becameLate', latenessDaysAfter: 3, movedDays: 5 }, '3 d late'],
  [{ kind: 'later' }, '1 d later'],
  [{ kind: 'later', latenessDaysAfter: 4, movedDays: 2 }, '2 d later, 4 d late'],
  [
    { kind: 'noDate', latenessDaysBefore: 6, latenessDaysAfter: null, unplacedOperations: 2 },
    'was 6 d late, 2 operations without a date',
  ],
  [{ kind: 'newDate', latenessDaysBefore: null, latenessDaysAfter: 1, movedDays: null }, '1 d late'],
  [{ kind: 'newDate', latenessDaysBefore: null, latenessDaysAfter: -4, movedDays: null }, ''],
  [{ kind: 'recovered', latenessDaysBefore: 2, unplacedOperations: 1 }, 'was 2 d late, 1 operation without a date'],
  [{ kind: 'earlier', movedDays: -3, latenessDaysAfter: 5 }, '3 d earlier, still 5 d late'],
] as const)('effectWords describes the effect of a run on a project: %j', (over, words) => {
  expect(effectWords({ ...project, ...over })).toBe(words)
})

it('a run that gave only first dates, as the first run does, has no plan to compare with', () => {
  const none = { becameLate: 0, later: 0, noDate: 0, newDate: 0, recovered: 0, earlier: 0 }
  expect(gaveOnlyFirstDates({ ...none, newDate: 9 })).toBe(true)
  for (const effect of [null, none, { ...none, later: 1 }, { ...none, newDate: 9, becameLate: 1 }])
    expect(gaveOnlyFirstDates(effect), JSON.stringify(effect)).toBe(false)
})
