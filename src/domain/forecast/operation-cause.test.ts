import { describe, expect, it } from 'vitest'
import { operationCause } from './operation-cause.ts'

describe('the cause in one line', () => {
  const facts = {
    operationId: 'o',
    state: 'overdue',
    categoryId: 'c',
    heldById: null,
    openPredecessorId: null,
    started: false,
    workedHours: 0,
    durationHours: 8,
    awayHours: null,
    startedLateHours: 0,
    waitingHours: 12,
    hoursPerDay: 8,
    placement: null,
    priority: 50,
  } as const
  const binding = (factor: object) => ({
    factors: [
      { code: 'now', at: 1, binding: true },
      { at: 5, binding: true, ...factor },
    ] as never,
    unplaced: null,
    warnings: [],
  })
  it.each([
    ['none', 'none', { state: 'onTime', heldById: 'o' }],
    ['onHold', 'releaseHold', { heldById: 'o' }],
    ['waitsForHeld', 'releasePredecessor', { heldById: 'x', started: true }],
    ['notStarted', 'startNow', {}],
    ['wasTaken', 'none', { waited: { cause: { code: 'wasTaken' }, remedy: { code: 'none' } } }],
    [
      'wasPlanned',
      'none',
      {
        started: true,
        workedHours: 9,
        startedLateHours: 2,
        waited: { cause: { code: 'wasPlanned' }, remedy: { code: 'none' } },
      },
    ],
    [
      'longerThanEstimated',
      'reportProgress',
      {
        started: true,
        workedHours: 11,
        startedLateHours: 2,
        waited: { cause: { code: 'wasPlanned' }, remedy: { code: 'none' } },
      },
    ],
    ['predecessor', 'finishPredecessor', { openPredecessorId: 'x' }],
    ['longerThanEstimated', 'reportProgress', { started: true, workedHours: 11, startedLateHours: 2 }],
    ['startedLate', 'reportProgress', { started: true, workedHours: 9, startedLateHours: 2 }],
    ['startedLate', 'reportProgress', { started: true, workedHours: 5, startedLateHours: 2 }],
    ['noSlack', 'raisePriority', { state: 'projectedLate' }],
    ['noSlack', 'addOvertime', { state: 'projectedLate', priority: 95 }],
    ['atSupplier', 'moveShipDate', { state: 'projectedLate', awayHours: 120 }],
    [
      'workCentreBusy',
      'raisePriority',
      { state: 'atRisk', placement: binding({ code: 'workCentreBusy', categoryId: 'c', operationId: 'x' }) },
    ],
    ['closed', 'addOvertime', { state: 'projectedLate', placement: binding({ code: 'closed', holiday: 'Fair' }) }],
    ['pinned', 'unpin', { state: 'projectedLate', placement: binding({ code: 'pinned' }) }],
    ['release', 'moveShipDate', { state: 'projectedLate', placement: binding({ code: 'release' }) }],
    ['material', 'materialSooner', { material: { code: 'material', at: 5, binding: true }, openPredecessorId: 'x' }],
    ['onHold', 'releaseHold', { material: { code: 'material', at: 5, binding: true }, heldById: 'o' }],
    [
      'predecessor',
      'finishPredecessor',
      {
        state: 'projectedLate',
        openPredecessorId: 'x',
        placement: binding({ code: 'predecessor', operationId: 'x', lagHours: 0 }),
      },
    ],
    // It has ended meanwhile.
    [
      'noSlack',
      'raisePriority',
      { state: 'projectedLate', placement: binding({ code: 'predecessor', operationId: 'x', lagHours: 0 }) },
    ],
    [
      'closed',
      'addOvertime',
      {
        state: 'unscheduled',
        placement: { factors: [], warnings: [], unplaced: { code: 'noWorkingTime', categoryId: 'c' } },
      },
    ],
  ] as const)('%s, then %s', (cause, remedy, more) => {
    const verdict = operationCause({ ...facts, ...more } as never)
    expect([verdict.cause.code, verdict.remedy.code]).toEqual([cause, remedy])
  })
})
