import { describe, expect, it } from 'vitest'
import { checkSchedule } from './check-schedule.ts'
import type { ScheduleResult, ScheduleScope } from './schedule-result.ts'
import { scheduleShop } from './schedule-shop.ts'
import type { ShopSnapshot, SnapshotOperation, SnapshotProject } from './shop-snapshot.ts'

// Monday 16 November 2026; New York is five hours behind UTC. Day shift 08:00-17:00, Monday to Friday.
const at = (local: string): number => Date.parse(`2026-11-${local}:00-05:00`)
const now = at('16T08:00')

const operation = (operationId: string, over: Partial<SnapshotOperation> = {}): SnapshotOperation => ({
  operationId,
  name: operationId,
  sequence: 10,
  durationHours: 4,
  progressPercent: 0,
  onHold: false,
  pinned: false,
  categoryId: 'saw',
  dependencies: [],
  scheduledStartMs: null,
  scheduledEndMs: null,
  actualStartMs: null,
  actualEndMs: null,
  ...over,
})

const project = (
  projectId: string,
  operations: SnapshotOperation[],
  over: Partial<SnapshotProject> = {},
): SnapshotProject => ({
  projectId,
  projectNumber: projectId,
  projectName: projectId,
  phase: 'production',
  priority: 50,
  productionStartMs: null,
  engineeringReleaseMs: null,
  customerReleaseMs: null,
  dueMs: null,
  operations,
  ...over,
})

const shop = (projects: SnapshotProject[], over: Partial<ShopSnapshot> = {}): ShopSnapshot => ({
  nowMs: now,
  timeZone: 'America/New_York',
  freezeWorkingDays: 0,
  defaultShiftId: 'day',
  shifts: [
    {
      shiftId: 'day',
      name: 'Day',
      versions: [
        {
          effectiveFrom: null,
          periods: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 480, toMinute: 1020 })),
          breaks: [],
        },
      ],
    },
    { shiftId: 'never', name: 'Never', versions: [{ effectiveFrom: null, periods: [], breaks: [] }] },
  ],
  holidays: [
    { holidayId: 'h', name: 'Founders', date: '2026-11-18', fromMinute: null, toMinute: null, categoryId: null },
  ],
  exceptions: [],
  categories: [
    { categoryId: 'saw', name: 'Saw', capacity: 1, shiftId: null },
    { categoryId: 'weld', name: 'Weld', capacity: 2, shiftId: null },
    { categoryId: 'shut', name: 'Shut', capacity: 1, shiftId: 'never' },
  ],
  projects,
  ...over,
})

const run = (snapshot: ShopSnapshot, scope: ScheduleScope = 'all'): ScheduleResult => {
  const result = scheduleShop(snapshot, { scope })
  if ('cancelled' in result) throw new Error('cancelled')
  expect(checkSchedule(snapshot, result, { scope })).toEqual([])
  return result
}

const of = (result: ScheduleResult, id: string) => {
  const found = result.operations.find(({ operationId }) => operationId === id)
  if (!found) throw new Error(`no ${id}`)
  return found
}
const dates = (result: ScheduleResult, id: string) => [of(result, id).startMs, of(result, id).endMs]
const binding = (result: ScheduleResult, id: string) =>
  of(result, id)
    .placement.factors.filter((factor) => factor.binding)
    .map(({ code }) => code)
const behind = (id: string, lagHours = 0) => [{ operationId: id, lagHours }]

describe('placing', () => {
  it('starts now, pauses over the night and ends with the shift', () => {
    const result = run(shop([project('p', [operation('a', { durationHours: 18 })])]))
    expect(dates(result, 'a')).toEqual([now, at('17T17:00')])
    expect(binding(result, 'a')).toEqual(['now'])
  })
  it('waits behind a predecessor, over a holiday, and names it', () => {
    const chain = [
      operation('a', { durationHours: 18 }),
      operation('b', { categoryId: 'weld', dependencies: behind('a') }),
    ]
    const result = run(shop([project('p', chain)]))
    expect(dates(result, 'b')).toEqual([at('19T08:00'), at('19T12:00')])
    expect(of(result, 'b').placement.factors).toEqual([
      { code: 'now', at: now, binding: false },
      { code: 'predecessor', at: at('17T17:00'), binding: true, operationId: 'a', lagHours: 0 },
      { code: 'closed', at: at('19T08:00'), binding: true, holiday: 'Founders' },
    ])
  })
  it('counts a lag in working hours', () => {
    const chain = [operation('a'), operation('b', { categoryId: 'weld', dependencies: behind('a', 6) })]
    expect(dates(run(shop([project('p', chain)])), 'b')).toEqual([at('17T09:00'), at('17T13:00')])
  })
  it('serves the urgent first and says who keeps the place', () => {
    const due = at('16T12:00')
    const result = run(
      shop([
        project('p1', [operation('a')], { priority: 10, dueMs: due }),
        project('p2', [operation('b')], { priority: 90, dueMs: due }),
      ]),
    )
    expect(dates(result, 'b')).toEqual([now, at('16T12:00')])
    expect(of(result, 'a').placement.factors.at(-1)).toEqual({
      code: 'workCentreBusy',
      at: at('16T12:00'),
      binding: true,
      categoryId: 'saw',
      operationId: 'b',
    })
    expect(result.objective.weightedLatenessHours).toBeCloseTo(40)
    expect(result.lateProjects).toBe(1)
    expect(result.projects[0]).toEqual({
      projectId: 'p1',
      completionMs: at('16T16:00'),
      latenessHours: 4,
      unplacedOperations: 0,
    })
  })
  it('runs as many at once as the capacity, and without a category as many as there are', () => {
    const three = (categoryId: string | null) => ['a', 'b', 'c'].map((id) => operation(id, { categoryId }))
    const starts = (categoryId: string | null) => {
      const result = run(shop([project('p', three(categoryId))]))
      return ['a', 'b', 'c'].map((id) => of(result, id).startMs)
    }
    expect(starts('weld')).toEqual([now, now, at('16T12:00')])
    expect(starts(null)).toEqual([now, now, now])
  })
  it.each([
    [{ productionStartMs: at('17T10:00'), engineeringReleaseMs: at('19T10:00') }, at('17T10:00')],
    [{ engineeringReleaseMs: at('19T10:00'), customerReleaseMs: at('20T10:00') }, at('19T10:00')],
    [{ customerReleaseMs: at('20T10:00') }, at('20T10:00')],
    [{ productionStartMs: at('02T10:00') }, now],
  ])('respects the release %#', (release, start) => {
    const result = run(shop([project('p', [operation('a')], release)]))
    expect(of(result, 'a').startMs).toBe(start)
    expect(binding(result, 'a')).toEqual([start === now ? 'now' : 'release'])
  })
  it('never starts before now, and in closed time waits for the shift', () => {
    const result = run(shop([project('p', [operation('a')])], { nowMs: at('21T12:00') + 17 }))
    expect(of(result, 'a').startMs).toBe(at('23T08:00'))
    expect(binding(result, 'a')).toEqual(['now', 'closed'])
  })
  it('lets a point take no capacity and stand at the end of a shift', () => {
    const list = [operation('a', { durationHours: 9 }), operation('b', { durationHours: 0, dependencies: behind('a') })]
    expect(dates(run(shop([project('p', list)])), 'b')).toEqual([at('16T17:00'), at('16T17:00')])
  })
})

describe('what a run may not move', () => {
  it('completed work keeps its actual dates and takes no capacity', () => {
    const done = operation('a', { progressPercent: 100, actualStartMs: at('13T08:00'), actualEndMs: at('16T11:00') })
    const result = run(shop([project('p', [done, operation('b')])]))
    expect(dates(result, 'a')).toEqual([at('13T08:00'), at('16T11:00')])
    expect(of(result, 'b').startMs).toBe(now)
    expect(binding(result, 'a')).toEqual(['completed'])
  })
  it('started work keeps its start, goes first and finishes the rest from now', () => {
    const begun = operation('z', { durationHours: 8, progressPercent: 25, actualStartMs: at('13T15:00') })
    const result = run(
      shop([project('p', [operation('a')], { priority: 100 }), project('q', [begun], { priority: 0 })]),
    )
    expect(dates(result, 'z')).toEqual([at('13T15:00'), at('16T14:00')])
    expect(of(result, 'a').startMs).toBe(at('16T14:00'))
  })
  it('two started operations above capacity are legal and reported', () => {
    const begun = (id: string) => operation(id, { actualStartMs: at('13T15:00') })
    const result = run(shop([project('p', [begun('a'), begun('b')])]))
    for (const id of ['a', 'b']) {
      expect(dates(result, id)).toEqual([at('13T15:00'), at('16T12:00')])
      expect(of(result, id).placement.warnings).toEqual([{ code: 'overload', categoryId: 'saw' }])
    }
  })
  it('pinned work stays to the minute and others go around it', () => {
    const pin = { pinned: true, scheduledStartMs: at('16T10:07'), scheduledEndMs: at('16T14:07') }
    const result = run(
      shop([project('p', [operation('a', pin), operation('b', { durationHours: 2 }), operation('c')])]),
    )
    expect(dates(result, 'a')).toEqual([at('16T10:07'), at('16T14:07')])
    expect(dates(result, 'b')).toEqual([now, at('16T10:00')])
    expect(dates(result, 'c')).toEqual([at('16T14:07'), at('17T09:07')])
  })
  it('what a pin makes impossible is reported', () => {
    const pin = { pinned: true, scheduledStartMs: at('21T09:00'), scheduledEndMs: at('21T11:00') }
    const list = [operation('a', { durationHours: 50 }), operation('b', { ...pin, dependencies: behind('a') })]
    const result = run(shop([project('p', list)]))
    expect(dates(result, 'b')).toEqual([at('21T09:00'), at('21T11:00')])
    expect(of(result, 'b').placement.warnings).toEqual([
      { code: 'overload', categoryId: 'saw' },
      { code: 'startsBeforePredecessor', operationId: 'a' },
      { code: 'startsInClosedTime' },
    ])
  })
  it('a point beside pinned work is no overload', () => {
    const begun = operation('a', { actualStartMs: at('13T15:00') })
    const noon = { scheduledStartMs: at('16T09:00'), scheduledEndMs: at('16T09:00') }
    const result = run(shop([project('p', [begun, operation('b', { pinned: true, durationHours: 0, ...noon })])]))
    expect(dates(result, 'b')).toEqual([at('16T09:00'), at('16T09:00')])
    for (const id of ['a', 'b']) expect(of(result, id).placement.warnings).toEqual([])
  })
  it('a pin inside the lag behind its predecessor is reported', () => {
    const pin = { pinned: true, categoryId: 'weld', scheduledStartMs: at('16T13:00'), scheduledEndMs: at('16T15:00') }
    const warned = (lagHours: number) => {
      const list = [operation('a'), operation('b', { ...pin, dependencies: behind('a', lagHours) })]
      return of(run(shop([project('p', list)])), 'b').placement.warnings
    }
    expect(warned(1)).toEqual([])
    expect(warned(2)).toEqual([{ code: 'startsBeforePredecessor', operationId: 'a' }])
  })
  it('keeps what starts inside the freeze window, and moves what does not', () => {
    const planned = (id: string, start: number, categoryId: string) =>
      operation(id, { categoryId, scheduledStartMs: start, scheduledEndMs: start + 4 * 3_600_000 })
    // Two working days from Monday 08:00, with Wednesday a holiday: Thursday 08:00.
    const list = [planned('a', at('17T10:00'), 'saw'), planned('b', at('19T08:00'), 'weld')]
    const result = run(shop([project('p', list)], { freezeWorkingDays: 2 }))
    expect(of(result, 'a').placement.factors).toEqual([
      { code: 'frozen', at: at('17T10:00'), binding: true, until: at('19T08:00') },
    ])
    expect(of(result, 'b').startMs).toBe(now)
    expect(result.objective.movedOperations).toBe(1)
  })
  it('schedules one project alone around the places of all others', () => {
    const kept = operation('a', { scheduledStartMs: at('16T10:00'), scheduledEndMs: at('16T14:00') })
    const snapshot = shop([project('p', [kept]), project('q', [operation('b')])])
    const result = run(snapshot, { projectId: 'q' })
    expect(result.operations.map(({ operationId }) => operationId)).toEqual(['b'])
    expect(dates(result, 'b')).toEqual([at('16T14:00'), at('17T09:00')])
    expect(run(snapshot, { projectId: 'nobody' }).operations).toEqual([])
  })
})

describe('what has no place says why', () => {
  it.each(['complete', 'shipped', 'on_hold', 'cancelled'])('projects that are %s', (phase) => {
    const result = run(shop([project('p', [operation('a')], { phase })]))
    expect(of(result, 'a').placement.unplaced).toEqual({ code: 'projectNotScheduled', phase })
    expect(dates(result, 'a')).toEqual([null, null])
  })
  it('projects that are not scheduled do not count as late, before or after', () => {
    const old = operation('a', { scheduledStartMs: at('12T08:00'), scheduledEndMs: at('12T12:00') })
    const late = { dueMs: at('11T17:00') }
    const lateIn = (phase: string) => {
      const { before, objective } = run(shop([project('p', [old], { ...late, phase })]))
      return [before.lateProjects, before.weightedLatenessHours > 0, objective.weightedLatenessHours > 0]
    }
    expect(lateIn('shipped')).toEqual([0, false, false])
    expect(lateIn('production')).toEqual([1, true, true])
  })
  it('held work and all that waits for it', () => {
    const list = [
      operation('a', { onHold: true }),
      operation('b', { dependencies: behind('a') }),
      operation('c', { dependencies: behind('b') }),
      operation('d'),
    ]
    const result = run(shop([project('p', list)]))
    expect(of(result, 'a').placement.unplaced).toEqual({ code: 'onHold' })
    expect(of(result, 'b').placement.unplaced).toEqual({ code: 'waitsForUnplaced', operationId: 'a' })
    expect(of(result, 'c').placement.unplaced).toEqual({ code: 'waitsForUnplaced', operationId: 'a' })
    expect(of(result, 'd').startMs).toBe(now)
    expect(result.projects[0]?.unplacedOperations).toBe(3)
  })
  it.each([Number.NaN, -1, Infinity])('a duration of %s', (durationHours) => {
    const result = run(shop([project('p', [operation('a', { durationHours }), operation('b')])]))
    expect(of(result, 'a').placement.unplaced).toEqual({ code: 'invalidDuration' })
    expect(of(result, 'b').startMs).toBe(now)
  })
  it('an unknown predecessor, a work center that never opens, a cycle by its names', () => {
    const list = [
      operation('a', { dependencies: behind('ghost') }),
      operation('b', { categoryId: 'shut' }),
      operation('c', { dependencies: behind('e') }),
      operation('d', { dependencies: behind('c') }),
      operation('e', { dependencies: behind('d') }),
      operation('f', { dependencies: behind('f') }),
      operation('g', { dependencies: behind('e') }),
      operation('h'),
    ]
    const result = run(shop([project('p', list)]))
    const reason = (id: string) => of(result, id).placement.unplaced
    expect(reason('a')).toEqual({ code: 'unknownPredecessor', operationId: 'ghost' })
    expect(reason('b')).toEqual({ code: 'noWorkingTime', categoryId: 'shut' })
    expect(reason('c')).toEqual({ code: 'cycle', operationIds: ['c', 'e', 'd'] })
    expect(reason('d')).toEqual({ code: 'cycle', operationIds: ['d', 'c', 'e'] })
    expect(reason('f')).toEqual({ code: 'cycle', operationIds: ['f'] })
    expect(reason('g')).toMatchObject({ code: 'waitsForUnplaced' })
    expect(of(result, 'h').startMs).toBe(now)
  })
  it('an empty shop is an empty plan', () => {
    expect(run(shop([]))).toMatchObject({ operations: [], projects: [], lateProjects: 0 })
  })
})
