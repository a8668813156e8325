import { describe, expect, it } from 'vitest'
import { PlacementFactor, PlacementWarning, UnplacedReason } from '#contract/placement.ts'
import { explainFactor, explainPlacement, explainUnplaced, explainWarning } from './explain-placement.ts'

const names = { weld: '#1042 Weld frame', blast: '#1037 Paint topcoat', paint: 'Paint' }
const projectIds = { weld: 'p', blast: 'q' }
const format = { dayTime: (ms: number) => `T${ms}` }
const base = { at: 5, binding: true }

const factors: [PlacementFactor, string, string | null][] = [
  [{ code: 'now', ...base }, 'Nothing starts in the past', null],
  [{ code: 'release', ...base }, 'Project may start', null],
  [{ code: 'predecessor', operationId: 'weld', lagHours: 0, ...base }, 'Waits until #1042 Weld frame finishes', null],
  [
    { code: 'predecessor', operationId: 'weld', lagHours: 1, ...base },
    'Waits until #1042 Weld frame finishes',
    'then waits 1 working hour',
  ],
  [
    { code: 'predecessor', operationId: 'weld', lagHours: 24, lagUnit: 'calendar', ...base },
    'Waits until #1042 Weld frame finishes',
    'then waits 24 calendar hours',
  ],
  [
    { code: 'longestLag', operationId: 'weld', ...base },
    'Starts later for #1042 Weld frame',
    'so that its longest lag is not exceeded',
  ],
  [
    { code: 'predecessor', operationId: 'weld', lagHours: 1, overlapPercent: 40, lastBatch: false, ...base },
    'Waits until 40 % of #1042 Weld frame is done',
    'then waits 1 working hour',
  ],
  [
    { code: 'predecessor', operationId: 'weld', lagHours: 0, overlapPercent: 40, lastBatch: true, ...base },
    'Paced by #1042 Weld frame',
    'so that it does not end before the last batch arrives',
  ],
  [
    { code: 'predecessor', operationId: 'x', lagHours: -2.5, ...base },
    'Waits until an earlier operation finishes',
    'may overlap by 2 h 30 min of working time',
  ],
  [
    { code: 'workCentreBusy', categoryId: 'paint', operationId: 'blast', ...base },
    'Paint is full',
    'until #1037 Paint topcoat finishes',
  ],
  [{ code: 'workCentreBusy', categoryId: 'x', operationId: null, ...base }, 'The work center is full', null],
  [
    {
      code: 'workCentreBusy',
      categoryId: 'paint',
      operationId: 'blast',
      ...base,
      available: { units: 1, usual: 2, fromMs: 3, untilMs: 8 },
    },
    'Paint is full',
    'until #1037 Paint topcoat finishes; 1 of 2 available from T3 to T8',
  ],
  [
    {
      code: 'workCentreBusy',
      categoryId: 'paint',
      operationId: null,
      ...base,
      available: { units: 1, usual: 3, fromMs: 3, untilMs: null },
    },
    'Paint is full',
    '1 of 3 available from T3 on',
  ],
  [{ code: 'material', ...base }, 'Waits for material', null],
  [{ code: 'planned', ...base }, 'Planned to start then', null],
  [
    { code: 'sequence', categoryId: 'paint', operationId: 'blast', ...base },
    'Follows #1037 Paint topcoat',
    'in the order planned at Paint',
  ],
  [
    {
      code: 'changeover',
      categoryId: 'paint',
      operationId: 'blast',
      ...base,
      fromFamily: 'White',
      toFamily: 'Blue',
      hours: 2,
    },
    'Changeover from White to Blue',
    '2 working hours after #1037 Paint topcoat',
  ],
  [
    {
      code: 'changeover',
      categoryId: 'paint',
      operationId: 'blast',
      ...base,
      fromFamily: 'White',
      toFamily: 'Blue',
      hours: 0.25,
    },
    'Changeover from White to Blue',
    '15 min of working time after #1037 Paint topcoat',
  ],
  [{ code: 'closed', holiday: null, ...base }, 'Closed', 'outside working hours'],
  [{ code: 'closed', holiday: 'Thanksgiving', ...base }, 'Closed for Thanksgiving', null],
  [{ code: 'pinned', ...base }, 'Pinned by a planner', 'keeps its exact dates'],
  [{ code: 'frozen', until: 9, ...base }, 'Inside the freeze window', 'which ends T9'],
  [{ code: 'started', ...base }, 'Already started', 'keeps its start; the remaining work continues from now'],
  [{ code: 'completed', ...base }, 'Completed', 'keeps its actual dates'],
]

const unplaced: [UnplacedReason, string][] = [
  [{ code: 'onHold' }, 'On hold: it is scheduled once it is released.'],
  [{ code: 'waitsForUnplaced', operationId: 'weld' }, 'Waits for #1042 Weld frame, which is not scheduled either.'],
  [{ code: 'notPlanned' }, 'It has no scheduled start yet.'],
  [{ code: 'projectNotScheduled', phase: 'on_hold' }, 'The project is in On Hold, where nothing is scheduled.'],
  [
    { code: 'cycle', operationIds: ['weld', 'blast'] },
    'These operations wait for each other: #1042 Weld frame → #1037 Paint topcoat → #1042 Weld frame.',
  ],
  [{ code: 'invalidDuration' }, 'Its duration must be 0 hours or more.'],
  [{ code: 'unknownPredecessor', operationId: 'x' }, 'Depends on an operation that does not exist.'],
  [{ code: 'noWorkingTime', categoryId: 'paint' }, 'Paint has no working time.'],
  [{ code: 'noWorkingTime', categoryId: null }, 'The organization has no working time.'],
]

const warnings: [PlacementWarning, string][] = [
  [{ code: 'overload', categoryId: 'paint' }, 'Paint is above its capacity here.'],
  [{ code: 'startsBeforePredecessor', operationId: 'weld' }, 'Starts before #1042 Weld frame finishes.'],
  [{ code: 'startsBeforeMaterial' }, 'Starts before its material is ready.'],
  [{ code: 'lagTooLong', operationId: 'weld' }, 'Starts too long after #1042 Weld frame finishes.'],
  [
    { code: 'changeoverTooShort', operationId: 'weld' },
    'Starts before the changeover after #1042 Weld frame can be done.',
  ],
  [{ code: 'startsInClosedTime' }, 'Starts while the work center is closed.'],
  [{ code: 'pinPassed' }, 'Its pinned start has passed, and it has not been started.'],
]

const codesOf = (union: { def: { options: readonly { shape: { code: { def: { values: string[] } } } }[] } }) =>
  union.def.options.flatMap(({ shape }) => shape.code.def.values).sort()
const tested = (rows: readonly (readonly [{ code: string }, ...unknown[]])[]) =>
  [...new Set(rows.map(([{ code }]) => code))].sort()

describe('the explanation of a placement', () => {
  it.each(factors)('describes the reason %j', (factor, title, detail) => {
    expect(explainFactor(factor, { names, projectIds }, format)).toMatchObject({
      code: factor.code,
      title,
      detail,
      atText: 'T5',
      binding: true,
    })
  })
  it.each(unplaced)('describes the reason %j of unscheduled work', (reason, sentence) => {
    expect(explainUnplaced(reason, names)).toBe(sentence)
  })
  it.each(warnings)('describes the warning %j', (warning, sentence) => {
    expect(explainWarning(warning, names)).toBe(sentence)
  })
  it('describes every code of the contract', () => {
    expect(tested(factors)).toEqual(codesOf(PlacementFactor))
    expect(tested(unplaced)).toEqual(codesOf(UnplacedReason))
    expect(tested(warnings)).toEqual(codesOf(PlacementWarning))
  })
  it('sorts the reasons and summarizes those that decided the start', () => {
    const explained = explainPlacement(
      {
        operationId: 'o',
        projectId: 'p',
        names,
        projectIds,
        placement: {
          factors: [
            { code: 'closed', holiday: null, at: 30, binding: true },
            { code: 'release', at: 40, binding: false },
            { code: 'workCentreBusy', categoryId: 'paint', operationId: 'blast', at: 20, binding: true },
          ],
          unplaced: null,
          warnings: [{ code: 'startsInClosedTime' }],
        },
      },
      format,
    )
    expect(explained.factors.map(({ code }) => code)).toEqual(['workCentreBusy', 'closed', 'release'])
    expect(explained.summary).toBe('Paint is full, until #1037 Paint topcoat finishes. Closed, outside working hours.')
    expect(explained.factors.map(({ operation }) => operation)).toEqual([
      { projectId: 'q', operationId: 'blast', named: '#1037 Paint topcoat' },
      null,
      null,
    ])
    expect(explained.warnings).toEqual(['Starts while the work center is closed.'])
    expect(explained.unplaced).toBeNull()
  })
  it('is empty without stored reasons', () => {
    expect(explainPlacement({ operationId: 'o', projectId: 'p', names, projectIds, placement: null }, format)).toEqual({
      factors: [],
      summary: null,
      unplaced: null,
      warnings: [],
      here: [],
    })
  })
})

it.each([
  [{ longerHours: 4, soonerHours: 9 }, 'Rather than Paint: runs 4 h longer, starts 9 h sooner'],
  [{ longerHours: -2.5, soonerHours: -1 }, 'Rather than Paint: runs 2 h 30 min shorter, starts 1 h later'],
  [{ longerHours: 0, soonerHours: 0 }, 'Rather than Paint: runs as long, starts at the same time'],
  [{ longerHours: 0, soonerHours: null }, 'Rather than Paint, which has no free time for it'],
])('the explanation compares the work center that a run has chosen with another one: %j', (compared, sentence) => {
  const placement = { factors: [], unplaced: null, warnings: [], others: [{ categoryId: 'paint', ...compared }] }
  const stored = { operationId: 'a', projectId: 'p', placement, names, projectIds }
  expect(explainPlacement(stored, format).here).toEqual([sentence])
})
