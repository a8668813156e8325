import { expect, it } from 'vitest'
import type { HelpedProject } from '#contract/proposals.ts'
import { helpedWords } from './helped-words.ts'

const reader = {
  dates: { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const,
  nowMs: Date.parse('2026-11-28T16:00:00Z'),
}
const friday = '2026-12-04T20:00:00Z'
const wednesday = '2026-12-02T20:00:00Z'

const words = (over: Partial<HelpedProject>, state: 'current' | 'applied' = 'current') => {
  const ends = { completionBefore: friday, completionAfter: friday, latenessDaysBefore: 9, latenessDaysAfter: 9 }
  return helpedWords({ helped: { projectId: 'p', ...ends, ...over }, names: { p: '#1031 Stair Tower' }, state }, reader)
}

it('a proposal first names the project that it is to help, even if its end stays', () => {
  expect(words({})).toBe('#1031 would still end Fri 12/04, 9 d late.')
  expect(words({}, 'applied')).toBe('#1031 still ends Fri 12/04, 9 d late.')
  expect(words({ latenessDaysAfter: 0 })).toBe('#1031 would still end Fri 12/04, on time.')
})

it('a proposal says how the end of the project that it is to help changes', () => {
  const sooner = { completionAfter: wednesday, latenessDaysAfter: 7 }
  expect(words(sooner)).toBe('#1031 would end Wed 12/02 instead of Fri 12/04, 7 d late.')
  expect(words({ ...sooner, latenessDaysAfter: -1 }, 'applied')).toBe(
    '#1031 ends Wed 12/02 instead of Fri 12/04, on time.',
  )
  expect(words({ completionAfter: null, latenessDaysAfter: null })).toBe('#1031 would lose its date.')
  expect(words({ completionBefore: null, completionAfter: null })).toBeNull()
})

it('a proposal for no project, or for a deleted one, names none', () => {
  expect(helpedWords({ helped: null, names: {}, state: 'current' }, reader)).toBeNull()
  const helped = { projectId: 'p', completionBefore: friday, completionAfter: friday }
  const late = { latenessDaysBefore: 9, latenessDaysAfter: 9 }
  expect(helpedWords({ helped: { ...helped, ...late }, names: {}, state: 'current' }, reader)).toBeNull()
})
