import { expect, it } from 'vitest'
import { changesNothing, gainlessWords, outcomeWords, withoutForecast } from './outcome-words.ts'

const none = { becameLate: 0, recovered: 0, later: 0, earlier: 0, noDate: 0, newDate: 0 }

it('a change that takes over no plan moves nothing where only work behind plan stands elsewhere', () => {
  const holiday = { effect: none, movedOperations: 134, movedAsForecast: 134 }
  expect(outcomeWords(holiday)).toBe('134 operations were behind plan and would stand where the forecast has them.')
  expect(changesNothing(withoutForecast(holiday))).toBe(true)
  expect(outcomeWords(withoutForecast(holiday))).toBe('Nothing would change.')
  expect(outcomeWords(withoutForecast({ ...holiday, movedOperations: 144 }))).toBe('10 operations would move.')
})

it('a change that gains nothing says so, and whose project cannot end earlier', () => {
  const raised = {
    ...{ effect: none, movedOperations: 0, method: 'optimize' as const, state: 'current' as const, gainsNothing: true },
    changes: [{ kind: 'project' as const, projectId: 'p', fields: { priority: 99 } }],
    names: { p: '#1031 Weld Frame' },
  }
  expect(gainlessWords(raised)).toBe('It would gain nothing: #1031 cannot end earlier.')
  expect(gainlessWords({ ...raised, movedOperations: 55, movedAsForecast: 55 })).toBe(
    'It would gain nothing: #1031 cannot end earlier.',
  )
  expect(gainlessWords({ ...raised, method: 'keepSequence' })).toBe(
    'It would gain nothing: #1031 cannot end earlier while the work centers keep their order.',
  )
  expect(gainlessWords({ ...raised, movedOperations: 3 })).toBe(
    'Scheduling again would gain nothing more, so the work centers keep their order.',
  )
  expect(gainlessWords({ ...raised, gainsNothing: false })).toBeNull()
  expect(gainlessWords({ ...raised, state: 'applied' })).toBeNull()
})
