import { expect, it } from 'vitest'
import { changesNothing, gainlessWords, outcomeWords, withoutForecast } from './outcome-words.ts'

const none = { becameLate: 0, recovered: 0, later: 0, earlier: 0, noDate: 0, newDate: 0 }

it('a change that does not adopt a new plan moves nothing if only work behind plan has other dates', () => {
  const holiday = { effect: none, movedOperations: 134, movedAsForecast: 134 }
  expect(outcomeWords(holiday)).toBe('134 operations were behind plan and would be moved to their forecast dates.')
  expect(changesNothing(withoutForecast(holiday))).toBe(true)
  expect(outcomeWords(withoutForecast(holiday))).toBe('Nothing would change.')
  expect(outcomeWords(withoutForecast({ ...holiday, movedOperations: 144 }))).toBe('10 operations would move.')
})

it('a change without a gain says so, and names the project that cannot end earlier', () => {
  const raised = {
    effect: none,
    movedOperations: 0,
    method: 'optimize' as const,
    state: 'current' as const,
    gainsNothing: true,
    changes: [{ kind: 'project' as const, projectId: 'p', fields: { priority: 99 } }],
    names: { p: '#1031 Weld Frame' },
    projects: [],
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
  expect(gainlessWords({ ...raised, state: 'applied' })).toBeNull()
})

it('a higher priority that helps only other projects says that its own project would not end earlier', () => {
  const outcome = {
    effect: { ...none, recovered: 1 },
    movedOperations: 51,
    method: 'optimize' as const,
    state: 'current' as const,
    gainsNothing: false,
    names: { p: '#1031 Weld Frame' },
    changes: [{ kind: 'project' as const, projectId: 'p', fields: { priority: 99 } }],
    projects: [],
  }
  const own = {
    projectId: 'p',
    projectNumber: '1031',
    projectName: 'Weld Frame',
    kind: 'earlier' as const,
    completionBefore: '2026-12-02T15:00:00Z',
    completionAfter: '2026-12-01T15:00:00Z',
    latenessDaysBefore: 2,
    latenessDaysAfter: 1,
    movedDays: -1,
    movedOperations: 3,
    unplacedOperations: 0,
  }
  const words = '#1031 would not end earlier; the rest comes from scheduling everything again.'
  expect(gainlessWords(outcome)).toBe(words)
  expect(gainlessWords({ ...outcome, projects: [{ ...own, completionAfter: '2026-12-03T15:00:00Z' }] })).toBe(words)
  expect(gainlessWords({ ...outcome, projects: [own] })).toBeNull()
  expect(gainlessWords({ ...outcome, method: 'keepSequence' })).toBeNull()
  const shipDate = { ...outcome.changes[0], fields: { priority: 99, plannedShipDate: '2026-12-24T15:00:00Z' } }
  expect(gainlessWords({ ...outcome, changes: [{ ...shipDate, kind: 'project', projectId: 'p' }] })).toBeNull()
})
