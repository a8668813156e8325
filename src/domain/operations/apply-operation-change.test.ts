import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationStatuses } from '#contract/vocabulary.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { applyOperationChange, type OperationChange, type OperationState } from './apply-operation-change.ts'

const now = new Date('2026-11-20T15:00:00Z')
const monday = new Date('2026-11-16T13:00:00Z')
const tuesday = new Date('2026-11-17T20:00:00Z')

const pending: OperationState = {
  status: 'Pending',
  progressPercentage: 0,
  onHold: false,
  actualStartDate: null,
  actualEndDate: null,
}
const half: OperationState = { ...pending, status: 'In Progress', progressPercentage: 50, actualStartDate: monday }
const done: OperationState = {
  ...half,
  status: 'Completed',
  progressPercentage: 100,
  actualEndDate: tuesday,
}
const held: OperationState = { ...half, status: 'On Hold', onHold: true }

describe('applyOperationChange', () => {
  it.each<[string, OperationState, OperationChange, Partial<OperationState>]>([
    ['nothing', half, {}, half],
    [
      'the first progress starts the operation now',
      pending,
      { progressPercentage: 5 },
      { status: 'In Progress', actualStartDate: now },
    ],
    [
      'a sent date is used instead of now',
      pending,
      { progressPercentage: 5, actualStartDate: monday },
      { actualStartDate: monday },
    ],
    [
      'more progress does not change the start',
      half,
      { progressPercentage: 60 },
      { progressPercentage: 60, actualStartDate: monday },
    ],
    [
      'a null start sent with progress does not remove the start',
      half,
      { progressPercentage: 60, actualStartDate: null },
      { actualStartDate: monday },
    ],
    ['100 percent completes it now', half, { progressPercentage: 100 }, { status: 'Completed', actualEndDate: now }],
    [
      'a sent date is used instead of now',
      half,
      { progressPercentage: 100, actualEndDate: tuesday },
      { actualEndDate: tuesday },
    ],
    [
      '100 percent at once sets start and end',
      pending,
      { progressPercentage: 100 },
      { actualStartDate: now, actualEndDate: now },
    ],
    [
      'an end in the past also sets an unknown start',
      pending,
      { progressPercentage: 100, actualEndDate: tuesday },
      { actualStartDate: tuesday },
    ],
    [
      'going back below 100 percent removes the end',
      done,
      { progressPercentage: 80 },
      { status: 'In Progress', actualEndDate: null },
    ],
    [
      'going back removes the end even if the old end is sent',
      done,
      { progressPercentage: 80, actualEndDate: tuesday },
      { actualEndDate: null },
    ],
    [
      'going back to 0 removes the start',
      half,
      { progressPercentage: 0 },
      { status: 'Pending', actualStartDate: null },
    ],
    [
      'menu: not started',
      half,
      { status: 'Pending' },
      { progressPercentage: 0, actualStartDate: null, status: 'Pending' },
    ],
    ['menu: in progress from 0', pending, { status: 'In Progress' }, { progressPercentage: 10, actualStartDate: now }],
    [
      'menu: in progress keeps what there is',
      held,
      { status: 'In Progress' },
      { progressPercentage: 50, onHold: false },
    ],
    ['menu: in progress from 0', pending, { status: 'In Progress' }, { progressPercentage: 10, actualStartDate: now }],
    [
      'menu: in progress does not change existing progress',
      held,
      { status: 'In Progress' },
      { progressPercentage: 50, onHold: false },
    ],
    [
      'menu: in progress reopens completed work',
      done,
      { status: 'In Progress' },
      { progressPercentage: 95, status: 'In Progress', actualEndDate: null },
    ],
    ['menu: completed', pending, { status: 'Completed' }, { progressPercentage: 100, actualEndDate: now }],
    [
      'form: completed wins over the old progress',
      half,
      { status: 'Completed', progressPercentage: 50 },
      { progressPercentage: 100 },
    ],
    [
      'form: in progress at 0 sets a progress',
      pending,
      { status: 'In Progress', progressPercentage: 0 },
      { progressPercentage: 0, actualStartDate: now, status: 'In Progress' },
    ],
    ['the default Pending is ignored next to a progress', half, { status: 'Pending', progressPercentage: 50 }, half],
    ['the default Pending does not end a hold', held, { status: 'Pending', progressPercentage: 50 }, held],
    ['the flag puts it on hold', half, { onHold: true }, { status: 'On Hold', onHold: true, progressPercentage: 50 }],
    [
      'the status puts it on hold',
      pending,
      { status: 'On Hold' },
      { status: 'On Hold', onHold: true, progressPercentage: 0 },
    ],
    ['the end of a hold continues started work', held, { onHold: false }, { status: 'In Progress', onHold: false }],
    [
      'the end of a hold leaves unstarted work pending',
      { ...pending, status: 'On Hold', onHold: true },
      { onHold: false },
      { status: 'Pending' },
    ],
    [
      'the flag ends a hold despite the old status',
      held,
      { onHold: false, status: 'On Hold' },
      { status: 'In Progress' },
    ],
    ['completing ends a hold', held, { progressPercentage: 100, onHold: true }, { status: 'Completed', onHold: false }],
    [
      'progress is recorded during a hold',
      held,
      { progressPercentage: 60 },
      { status: 'On Hold', progressPercentage: 60 },
    ],
    [
      'an actual end alone completes it',
      half,
      { actualEndDate: tuesday },
      { status: 'Completed', progressPercentage: 100 },
    ],
    [
      'an actual start alone starts it',
      pending,
      { actualStartDate: monday },
      { status: 'In Progress', progressPercentage: 0 },
    ],
    [
      'a wrong start can be removed',
      { ...half, progressPercentage: 0 },
      { actualStartDate: null },
      { status: 'Pending', actualStartDate: null },
    ],
  ])('%s', (_, before, change, after) => {
    const decision = applyOperationChange(before, change, now)
    expect(decision).toMatchObject({ ok: true, state: after })
  })

  it.each<[string, OperationState, OperationChange]>([
    ['a hold on completed work', done, { onHold: true }],
    ['a hold on completed work through the status', done, { status: 'On Hold' }],
    ['an end without completion', half, { progressPercentage: 60, actualEndDate: tuesday }],
    ['an end before the start', half, { progressPercentage: 100, actualEndDate: new Date('2026-11-15T00:00:00Z') }],
  ])('applyOperationChange refuses %s', (_, before, change) => {
    expect(applyOperationChange(before, change, now).ok).toBe(false)
  })

  it('a change never leaves a contradictory state, and applying the result again changes nothing', () => {
    const date = fc.option(fc.constantFrom(monday, tuesday, now), { nil: null })
    const change = fc.record(
      {
        status: fc.constantFrom(...operationStatuses),
        progressPercentage: fc.constantFrom(0, 0.5, 50, 99.9, 100),
        onHold: fc.boolean(),
        actualStartDate: date,
        actualEndDate: date,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        let state = pending
        for (const next of changes) {
          const decision = applyOperationChange(state, next, now)
          if (!decision.ok) continue
          state = decision.state
          expect(state.status === 'Completed').toBe(state.progressPercentage >= 100)
          expect(state.actualEndDate !== null).toBe(state.status === 'Completed')
          expect(state.status === 'On Hold').toBe(state.onHold)
          if (state.progressPercentage > 0) expect(state.actualStartDate).not.toBeNull()
          if (state.status === 'Pending') expect(state.actualStartDate).toBeNull()
          expect(applyOperationChange(state, state, now)).toEqual({ ok: true, state })
        }
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})
