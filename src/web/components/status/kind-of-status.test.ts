import { expect, it } from 'vitest'
import { operationStatuses, projectStatuses, runStatuses } from '#contract/vocabulary.ts'
import { markOf } from '#web/ui/mark.tsx'
import { kindOfStatus } from './kind-of-status.ts'

it.each([
  ['completed', 'done', 'onTime'],
  ['in-progress', 'running', 'primary'],
  ['delayed', 'late', 'late'],
  ['cancelled', 'cancelled', 'neutral'],
  ['pending', 'planned', 'neutral'],
  ['success', 'done', 'onTime'],
  ['warning', 'projectedLate', 'projectedLate'],
  ['error', 'late', 'late'],
  ['info', 'info', 'primary'],
])('the status %s has the mark %s and the tone %s', (word, kind, tone) => {
  for (const spelled of [word, word.toUpperCase(), word.replace('-', '_'), word.replace('-', ' ')]) {
    expect([kindOfStatus(spelled), markOf(kindOfStatus(spelled)).tone]).toEqual([kind, tone])
  }
})

it('every status of projects, operations and runs has a look, and an unknown word looks like one that has not started', () => {
  const words = [
    ...projectStatuses,
    ...operationStatuses,
    ...runStatuses,
    'Not Started',
    'InProgress',
    'Waiting for paint',
  ]
  expect(words.map((word) => `${word}: ${kindOfStatus(word)}`)).toEqual([
    'New: planned',
    'In Progress: running',
    'On Hold: onHold',
    'Completed: done',
    'Pending: planned',
    'In Progress: running',
    'Completed: done',
    'On Hold: onHold',
    'Running: running',
    'Succeeded: done',
    'Failed: late',
    'Cancelled: cancelled',
    'Not Started: planned',
    'InProgress: running',
    'Waiting for paint: planned',
  ])
})
