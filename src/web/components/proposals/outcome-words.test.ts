import { expect, it } from 'vitest'
import { changesNothing, outcomeWords, withoutForecast } from './outcome-words.ts'

const none = { becameLate: 0, recovered: 0, later: 0, earlier: 0, noDate: 0, newDate: 0 }

it('a change that takes over no plan moves nothing where only work behind plan stands elsewhere', () => {
  const holiday = { effect: none, movedOperations: 134, movedAsForecast: 134 }
  expect(outcomeWords(holiday)).toBe('134 operations were behind plan and would stand where the forecast has them.')
  expect(changesNothing(withoutForecast(holiday))).toBe(true)
  expect(outcomeWords(withoutForecast(holiday))).toBe('Nothing would change.')
  expect(outcomeWords(withoutForecast({ ...holiday, movedOperations: 144 }))).toBe('10 operations would move.')
})
