import { describe, expect, it } from 'vitest'
import { nextFreeSlots } from '#domain/operations/next-free-slots.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, dates, of, run } from '#testing/plan-by-hand.ts'
import { needBy } from '../forecast/need-by.ts'
import { checkSchedule } from './check-schedule.ts'
import { shopCalendars } from './shop-calendars.ts'
import type { ShopSnapshot, SnapshotDependency, SnapshotOperation } from './shop-snapshot.ts'

const from = (overlapPercent: number, lag: Partial<SnapshotDependency> = {}) => [
  { operationId: 'cut', lagHours: 0, ...lag, overlapPercent },
]
/** Welding that begins while cutting goes on. */
const pair = (cut: Partial<SnapshotOperation>, weld: Partial<SnapshotOperation>): ShopSnapshot =>
  shop([project('p', [operation('cut', cut), operation('weld', { categoryId: 'weld', sequence: 20, ...weld })])])
const outside: ShopSnapshot['categories'] = [
  { categoryId: 'zinc', name: 'Zinc', capacity: 1, shiftId: null, kind: 'outside' },
]

describe('an operation that overlaps with its predecessor', () => {
  it.each<[string, Partial<SnapshotOperation>, Partial<SnapshotOperation>, string, string]>([
    ['starts when the share is done', {}, { durationHours: 8, dependencies: from(50) }, '16T10:00', '17T09:00'],
    [
      'starts so late that it has the last batch of a longer one',
      { durationHours: 8 },
      { dependencies: from(50) },
      '16T14:00',
      '17T09:00',
    ],
    [
      'waits for its lag after the share',
      {},
      { durationHours: 8, dependencies: from(50, { lagHours: 1.5 }) },
      '16T11:30',
      '17T10:30',
    ],
    [
      'waits for its lag by the clock after the share',
      {},
      { durationHours: 9, dependencies: from(25, { lagHours: 24, lagUnit: 'calendar' }) },
      '17T09:00',
      '19T09:00',
    ],
    [
      'counts the progress of a begun one towards the share',
      { durationHours: 8, progressPercent: 50, actualStartMs: at('13T08:00') },
      { durationHours: 8, dependencies: from(75) },
      '16T10:00',
      '17T09:00',
    ],
    [
      'starts at once when a begun one is done to its share',
      { durationHours: 8, progressPercent: 50, actualStartMs: at('13T08:00') },
      { durationHours: 9, dependencies: from(40) },
      '16T08:00',
      '16T17:00',
    ],
    [
      'counts its lag from the start of a begun one whose share would have been done before',
      { durationHours: 8, progressPercent: 50, actualStartMs: at('13T16:00') },
      { durationHours: 9, dependencies: from(1, { lagHours: 4 }) },
      '16T11:00',
      '17T11:00',
    ],
    [
      'starts behind a completed one like any other',
      { actualStartMs: at('13T08:00'), actualEndMs: at('13T12:00') },
      { dependencies: from(50, { lagHours: 9 }) },
      '16T12:00',
      '16T16:00',
    ],
    [
      'without work of its own waits for the end',
      {},
      { durationHours: 0, dependencies: from(50) },
      '16T12:00',
      '16T12:00',
    ],
  ])('%s', (_, cut, weld, startMs, endMs) => {
    expect(dates(run(pair(cut, weld)), 'weld')).toEqual([at(startMs), at(endMs)])
  })

  it('starts while the other one is at a supplier, by the clock', () => {
    const shopOf = pair({ categoryId: 'zinc', durationHours: 24 }, { durationHours: 18, dependencies: from(50) })
    const made = { ...shopOf, categories: [...shopOf.categories, ...outside] }
    expect(dates(run(made), 'weld')).toEqual([at('17T08:00'), at('19T17:00')])
  })

  it('counts its hours at the work center where it runs', () => {
    const busy = operation('busy', { durationHours: 300, pinned: true })
    const weld = {
      categoryId: 'saw',
      alternatives: [{ categoryId: 'weld', durationHours: 18 }],
      dependencies: from(50),
    }
    const made = pair({ categoryId: 'weld', durationHours: 9 }, weld)
    const pinned = { ...busy, scheduledStartMs: at('16T08:00'), scheduledEndMs: at('30T17:00') }
    const plan = run({ ...made, projects: [...made.projects, project('q', [pinned])] })
    expect(of(plan, 'weld')).toMatchObject({ categoryId: 'weld', startMs: at('16T12:30') })
  })

  it.each([
    [50, false, at('16T10:00')],
    [10, true, at('16T08:30')],
  ])('says whether the share of %i %% or the last batch decides its start', (percent, lastBatch, atMs) => {
    const plan = run(pair({}, { durationHours: percent === 50 ? 8 : 3.8889, dependencies: from(percent) }))
    const factor = of(plan, 'weld').placement.factors.find(({ code }) => code === 'predecessor')
    expect(factor).toMatchObject({ binding: true, overlapPercent: percent, lastBatch, at: expect.closeTo(atMs, -3) })
  })

  it.each([
    ['09:59', 8, ['startsBeforePredecessor']],
    ['10:00', 8, []],
    ['10:00', 2, ['startsBeforePredecessor']],
    ['11:00', 2, []],
  ])('that is pinned to %s for %i hours is warned about when that is too early', (time, hours, expected) => {
    const dependencies = from(50)
    const pinned = { pinned: true, scheduledStartMs: at(`16T${time}`), durationHours: hours }
    const { warnings } = of(run(pair({}, { ...pinned, dependencies })), 'weld').placement
    expect(warnings.map(({ code }) => code)).toEqual(expected)
  })

  it('is warned about by its hours when a followed plan gives a pinned one more time', () => {
    const pinned = { pinned: true, scheduledStartMs: at('16T10:00'), scheduledEndMs: at('17T12:00'), durationHours: 2 }
    const cut = { scheduledStartMs: at('16T08:00'), scheduledEndMs: at('16T12:00') }
    const made = pair(cut, { ...pinned, dependencies: from(50) })
    const plan = run(made, 'all', 'keepSequence')
    expect(of(plan, 'weld').placement.warnings.map(({ code }) => code)).toEqual(['startsBeforePredecessor'])
  })

  it.each([
    ['beforeShare', 4, 8],
    ['beforeLastBatch', 8, 4],
  ])('is found by the checker when it starts too early: %s', (code, cutHours, weldHours) => {
    const made = pair({ durationHours: cutHours }, { durationHours: weldHours, dependencies: from(50) })
    const broken = structuredClone(run(made))
    const weld = of(broken, 'weld')
    weld.startMs = (weld.startMs ?? 0) - 60_000
    expect(checkSchedule(made, broken, { scope: 'all' }).map((violation) => violation.code)).toContain(code)
  })

  it('leaves the other one as long as it only waits for the last batch', () => {
    const calendar = shopCalendars(shop([]), at('02T08:00')).standard
    const row = { completed: false, calendar, predecessors: [] }
    const cut = { ...row, leftMs: 8 * 3_600_000, wholeMs: 8 * 3_600_000 }
    const needOf = (hours: number) => {
      const weld = { ...row, leftMs: hours * 3_600_000, wholeMs: hours * 3_600_000 }
      const links = [{ index: 0, lagMs: 0, waitMs: 0, leftPercent: 50 }]
      return needBy([cut, { ...weld, predecessors: links }], [0, 1], at('20T17:00'))[0]
    }
    expect(needOf(4)).toBe(at('20T15:00'))
    // The share must be done when nine hours are left, and four hours more belong to the rest.
    expect(needOf(9)).toBe(at('20T12:00'))
  })

  it('takes the next free time after the share', () => {
    const calendar = shopCalendars(shop([]), at('02T08:00')).standard
    const work = { calendar, startMs: at('16T08:00'), wholeMs: 4 * 3_600_000 }
    const request = {
      operationId: 'weld',
      categoryId: null,
      actualStartMs: null,
      leftHours: 8,
      durationHours: 8,
      plannedStartMs: Number.NaN,
      plannedEndMs: Number.NaN,
      releaseMs: -Infinity,
      predecessors: [{ ...from(50)[0], operationId: 'cut', lagHours: 0, endMs: at('16T12:00'), work }],
    }
    const world = { nowMs: at('16T08:00'), busy: [], calendarOf: () => calendar, capacityOf: () => null }
    expect(nextFreeSlots([request], world).get('weld')).toMatchObject({ startMs: at('16T10:00') })
  })
})
