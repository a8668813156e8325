import { expect, it } from 'vitest'
import type { ProposalChange } from '#contract/proposals.ts'
import { changeLines, proposalTitle } from './proposal-words.ts'

const reader = {
  dates: { zone: 'UTC', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' },
  nowMs: Date.parse('2026-11-18T09:00:00Z'),
} as const
const names = { p: '#1031 Frame', q: '#1042 Lift', o: '#1042 Cut', saw: 'Saw' }
const move = {
  operationId: 'o',
  projectId: 'q',
  startBefore: '2026-11-26T07:00:00Z',
  endBefore: null,
  startAfter: '2026-11-20T07:00:00Z',
  endAfter: null,
}
const proposal = (...changes: ProposalChange[]) => ({
  name: '',
  title: '',
  changes,
  names,
  capacitiesBefore: {},
  moves: [move],
})
const urgent: ProposalChange = { kind: 'project', projectId: 'p', fields: { priority: 99 } }
const early: ProposalChange = {
  kind: 'operation',
  projectId: 'q',
  operationId: 'o',
  fields: {
    pinned: false,
    scheduledStartDate: '2026-11-20T07:00:00Z',
    scheduledEndDate: '2026-11-20T11:00:00Z',
  },
}
const exception = (kind: 'overtime' | 'downtime', name: string, endsAt: string | null): ProposalChange => ({
  kind: 'exception',
  exceptionId: null,
  exception: { kind, name, categoryId: 'saw', startsAt: '2026-11-22T06:00:00Z', endsAt } as never,
})
const titleOf = (...changes: ProposalChange[]) => proposalTitle(proposal(...changes), reader)

it('a proposal without a name is named after its changes', () => {
  expect(titleOf()).toBe('Preview of "Schedule all"')
  expect(titleOf(urgent)).toBe('#1031 priority 99')
  expect(titleOf(urgent, early)).toBe('#1031 priority 99 and 1 more change')
  expect(titleOf(exception('overtime', 'Overtime', '2026-11-22T12:00:00Z'))).toBe(
    'Saw open Sun 11/22, 6:00 AM to 12:00 PM',
  )
  expect(titleOf(exception('downtime', 'Blade broke', null))).toBe('Blade broke')
  expect(proposalTitle({ ...proposal(urgent), title: 'Rush' }, reader)).toBe('Rush')
})

it('the changes of a proposal read as sentences, not as fields', () => {
  const wordsOf = (change: ProposalChange) => changeLines(proposal(change), reader)[0]?.words
  expect(wordsOf(early)).toBe('Moves from Thu 11/26 7:00 AM to Fri 11/20 7:00 AM')
  expect(wordsOf(exception('downtime', 'Blade broke', null))).toBe(
    'Saw closed from Sun 11/22 6:00 AM until further notice',
  )
  expect(wordsOf(exception('downtime', 'Repair', '2026-11-23T12:00:00Z'))).toBe(
    'Saw closed from Sun 11/22 6:00 AM to Mon 11/23 12:00 PM',
  )
})
