import { describe, expect, it } from 'vitest'
import type { ChangeSummary, LeftItem, UndoAnswer } from '#contract/changes.ts'
import { skippedWords, summaryWords, undoWords } from './undo-words.ts'

const summary = (overrides: Partial<ChangeSummary> = {}): ChangeSummary => ({
  entity: 'operation',
  action: 'update',
  count: 1,
  name: 'Weld',
  projectNumber: '1042',
  fields: ['notes'],
  ...overrides,
})
const left = (overrides: Partial<LeftItem> = {}): LeftItem => ({
  entity: 'operation',
  entityId: 'a',
  name: 'Weld',
  field: 'progressPercentage',
  by: 'Ben',
  reason: 'changed',
  ...overrides,
})
const answer = (overrides: Partial<UndoAnswer> = {}): UndoAnswer => ({
  changeId: 'u',
  of: 'c',
  summary: summary(),
  restored: 1,
  left: [],
  leftCount: 0,
  ...overrides,
})

describe('the words for a change set', () => {
  const rows: [Partial<ChangeSummary>, string][] = [
    [{}, 'changed Weld of #1042'],
    [
      { fields: ['scheduledStartDate', 'scheduledEndDate', 'pinned'], count: 3, name: null },
      'moved 3 operations of #1042',
    ],
    [{ fields: ['pinned'] }, 'pinned Weld of #1042'],
    [{ fields: ['sequence'], count: 4, name: null, projectNumber: null }, 'reordered 4 operations'],
    [{ entity: 'project', fields: ['currentPhase', 'status'], name: 'Rotor' }, 'moved project #1042 Rotor'],
    [{ entity: 'project', fields: ['status'], name: 'Rotor' }, 'changed the status of project #1042 Rotor'],
    [{ entity: 'project', action: 'delete', fields: [], name: 'Rotor' }, 'deleted project #1042 Rotor'],
    [{ entity: 'category', action: 'create', fields: [], name: 'Mill', projectNumber: null }, 'added Mill'],
    [{ entity: 'schedulingRun', name: null, projectNumber: null }, 'the plan of a scheduling run'],
  ]
  it.each(rows)('describe %o', (overrides, words) => {
    expect(summaryWords(summary(overrides))).toBe(words)
  })
})

describe('the sentence of the toast', () => {
  it('names what was undone, what was left and why, and counts the rest', () => {
    expect(undoWords('undo', answer())).toBe('Undone: changed Weld of #1042.')
    expect(undoWords('redo', answer({ left: [left()], leftCount: 1 }))).toBe(
      'Redone: changed Weld of #1042. Not changed: Weld: progress (changed by Ben since).',
    )
    const gone = left({ name: 'Cut', field: null, reason: 'gone', by: null })
    expect(undoWords('undo', answer({ restored: 0, left: [left(), gone], leftCount: 1_205 }))).toBe(
      'Nothing was undone. Not changed: Weld: progress (changed by Ben since); Cut (removed since) and 1,203 more.',
    )
    expect(undoWords('undo', answer({ restored: 0 }))).toBe('Nothing to undo: it is already that way.')
  })
})

describe('the sentence about newer changes that were skipped', () => {
  it('names the newest one and why it was skipped, and counts the others', () => {
    const skipped = { count: 1, summary: summary(), refusal: 'noRight' } as const
    expect(skippedWords(skipped)).toBe('Skipped: changed Weld of #1042 (it needs more access).')
    expect(skippedWords({ ...skipped, count: 3, refusal: 'adminOnly' })).toBe(
      'Skipped: changed Weld of #1042 (only admins can undo it) and 2 more.',
    )
  })
})
