import { describe, expect, it } from 'vitest'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { projectRemedies } from '#contract/remedy-codes.ts'
import { nextStepWords, remedyName } from './remedy-names.ts'
import { remedyTitle } from './remedy-title.ts'

const saw = { categoryId: 'saw', name: 'Saw', kind: 'inside' as const }
const welders = { categoryId: 'welders', name: 'Welders', kind: 'pool' as const }
const blanks = { operationId: 'o', projectId: 'p', projectNumber: 'J-2424', name: 'Saw blanks' }
const reader = { dates: { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const, nowMs: 0 }

const remedy = (over: Partial<ProjectRemedy> = {}): ProjectRemedy => ({
  code: 'goFirst',
  operation: null,
  workCenter: saw,
  changes: [],
  method: 'keepSequence',
  ahead: null,
  completionDate: '2026-12-01T17:00:00Z',
  latenessDays: 2,
  gainMs: 3_600_000,
  lateDaysBefore: 260,
  lateDays: 260,
  laterProjects: 0,
  becomeLate: 0,
  delayed: [],
  ...over,
})

const titleOf = (over: Partial<ProjectRemedy>) => remedyTitle(remedy(over), reader)

const capacity = (categoryId: string): ProjectRemedy['changes'] => [{ kind: 'category', categoryId, capacity: 2 }]

describe('the name of a remedy', () => {
  it.each(projectRemedies)('begins the title of the panel and of the proposal: %s', (code) => {
    for (const workCenter of [saw, welders, null])
      for (const operation of [blanks, null])
        for (const method of ['keepSequence', 'optimize'] as const) {
          const name = remedyName({ code, workCenter, operation, again: method === 'optimize' })
          expect(name).toBeTruthy()
          expect(titleOf({ code, workCenter, operation, method })).toMatch(new RegExp(`^${name}`))
        }
  })

  it('is the same for a step of an operation and a remedy of its project', () => {
    const nowhere = { operation: null, workCenter: null }
    const ofProject = remedyName({ ...nowhere, code: 'goFirst', again: true })
    expect(remedyName({ ...nowhere, code: 'raisePriority' })).toBe(ofProject)
    expect(remedyName({ ...nowhere, code: 'none' })).toBeNull()
  })
})

describe('the title of a remedy', () => {
  it('names one operation only if it goes ahead of just that one', () => {
    expect(titleOf({ ahead: 1, operation: blanks })).toBe('Go ahead of #J-2424 Saw blanks')
    expect(titleOf({ ahead: 13 })).toBe('Go to the front at Saw, ahead of 13 others')
  })

  it('gives the new and the previous capacity, of work centers and of people', () => {
    expect(titleOf({ code: 'addCapacity', changes: capacity('saw') })).toBe('More capacity at Saw: 2 instead of 1')
    expect(titleOf({ code: 'addCapacity', workCenter: welders, changes: capacity('welders') })).toBe(
      'One more of Welders: 2 instead of 1',
    )
  })

  it('says if everything is scheduled again', () => {
    expect(titleOf({ code: 'addCapacity', changes: capacity('saw'), method: 'optimize' })).toBe(
      'More capacity at Saw: 2 instead of 1, then schedule again',
    )
    expect(titleOf({ code: 'scheduleAgain', method: 'optimize' })).toBe('Schedule again')
    const raised: ProjectRemedy['changes'] = [{ kind: 'project', projectId: 'p', fields: { priority: 81 } }]
    expect(titleOf({ method: 'optimize', changes: raised })).toBe('Raise the priority to P81, then schedule again')
  })

  it('the name follows the gain in a next step, so that a narrow column truncates the end of the action', () => {
    const step = { code: 'addOvertime', operation: null, workCenter: saw, again: true, gainMs: 1 } as const
    expect(nextStepWords({ ...step, latenessDays: 2 }, 6)).toBe('4 d sooner: overtime at Saw, then schedule again')
    expect(nextStepWords({ ...step, latenessDays: 0 }, 6)).toBe('On time: overtime at Saw, then schedule again')
  })
})
