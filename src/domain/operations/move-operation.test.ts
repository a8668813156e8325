import { describe, expect, it } from 'vitest'
import { centerCapacity } from '../scheduling/center-capacity.ts'
import { CenterChangeovers } from '../scheduling/changeovers.ts'
import { WorkCalendar } from '../time/work-calendar.ts'
import { type MovableOperation, moveBy, moveTo, shiftWorkingDays } from './move-operation.ts'
import { nextFreeSlots, type SlotRequest } from './next-free-slots.ts'

const at = (text: string): number => Date.parse(`2026-11-${text}:00Z`)
const shown = (time: unknown): unknown =>
  time !== null && typeof time === 'object' && 'startMs' in time && 'endMs' in time
    ? [time.startMs, time.endMs].map((ms) => new Date(Number(ms)).toISOString().slice(8, 16))
    : time
const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 480, toMinute: 960 }))
const rules = {
  timeZone: 'UTC',
  shift: { shiftId: 's', name: 'Day', versions: [{ effectiveFrom: null, periods: weekdays, breaks: [] }] },
  holidays: [{ holidayId: 'h', name: 'Fair', date: '2026-11-24', fromMinute: null, toMinute: null, categoryId: null }],
  closedDayRule: 'shift' as const,
  exceptions: [],
}
/** 8:00 to 16:00 from Monday to Friday; Tuesday the 24th is closed. */
const calendar = new WorkCalendar(rules, at('01T00:00'))
const never = new WorkCalendar(
  { ...rules, shift: { shiftId: 'n', name: 'Never', versions: [{ effectiveFrom: null, periods: [], breaks: [] }] } },
  at('01T00:00'),
)
const now = at('18T12:00')
const operation = (more: Partial<MovableOperation> = {}): MovableOperation => ({
  plannedStartMs: at('16T12:00'),
  plannedEndMs: at('17T12:00'),
  actualStartMs: null,
  durationHours: 10,
  leftHours: 10,
  ...more,
})

describe('moving an operation', () => {
  it.each([
    ['20T10:00', 1, '23T10:00'],
    ['23T10:00', 1, '25T10:00'],
    ['23T10:00', -1, '20T10:00'],
    ['25T10:00', -2, '20T10:00'],
    ['21T10:00', -1, '20T10:00'],
    ['20T10:00', 0, '20T10:00'],
  ])('%s by %i working days is %s', (from, days, to) => expect(shiftWorkingDays(at(from), days, calendar)).toBe(at(to)))

  it.each([
    // Begins with the shift of the day and keeps the eight working hours it was planned to take.
    ['to a day', () => moveTo(operation(), at('20T00:00'), calendar, now), ['20T08:00', '20T16:00']],
    ['to a closed day', () => moveTo(operation(), at('21T00:00'), calendar, now), ['23T08:00', '23T16:00']],
    ['to the past', () => moveTo(operation(), at('10T00:00'), calendar, now), ['18T12:00', '19T12:00']],
    [
      'without a plan: as long as estimated',
      () => moveTo(operation({ plannedStartMs: Number.NaN }), at('20T00:00'), calendar, now),
      ['20T08:00', '23T10:00'],
    ],
    [
      'once started: what is left goes on there',
      () => moveTo(operation({ actualStartMs: at('17T09:00'), leftHours: 4 }), at('20T00:00'), calendar, now),
      ['16T12:00', '20T12:00'],
    ],
    ['by days', () => moveBy(operation(), 4, calendar, now), ['20T12:00', '23T12:00']],
    [
      'by days once started',
      () => moveBy(operation({ actualStartMs: at('17T09:00'), leftHours: 4 }), 2, calendar, now),
      ['16T12:00', '19T12:00'],
    ],
    [
      'by days once started, but not before it can be done',
      () => moveBy(operation({ actualStartMs: at('17T09:00'), leftHours: 10 }), 1, calendar, now),
      ['16T12:00', '19T14:00'],
    ],
    [
      'by days once started, to an end before its planned start: it starts when it began',
      () =>
        moveBy(
          operation({
            plannedStartMs: at('27T12:00'),
            plannedEndMs: at('30T12:00'),
            actualStartMs: at('17T09:00'),
          }),
          -5,
          calendar,
          now,
        ),
      ['17T09:00', '20T12:00'],
    ],
    [
      'once started although it was planned for later: it starts when it began',
      () =>
        moveTo(
          operation({ plannedStartMs: at('26T12:00'), actualStartMs: at('17T09:00'), leftHours: 4 }),
          now,
          calendar,
          now,
        ),
      ['17T09:00', '18T16:00'],
    ],
    ['by days without a plan', () => moveBy(operation({ plannedEndMs: Number.NaN }), 1, calendar, now), null],
    ['where nothing is ever open', () => moveTo(operation(), at('20T00:00'), never, now), null],
  ])('%s', (_, move, expected) => expect(shown(move())).toEqual(expected))
})

describe('the next free slot', () => {
  const request = (operationId: string, more: Partial<SlotRequest> = {}): SlotRequest => ({
    ...operation({ durationHours: 4, leftHours: 4 }),
    operationId,
    categoryId: 'saw',
    releaseMs: -Infinity,
    predecessors: [],
    ...more,
  })
  const world = {
    nowMs: now,
    busy: [
      { categoryId: 'saw', startMs: at('18T08:00'), endMs: at('18T14:00') },
      { categoryId: 'saw', startMs: at('19T10:00'), endMs: at('19T16:00') },
      { categoryId: 'drill', startMs: at('18T08:00'), endMs: at('30T14:00') },
    ],
    calendarOf: () => calendar,
    capacityOf: (categoryId: string) =>
      centerCapacity({ categoryId, capacity: categoryId === 'saw' ? 1 : 2 }, calendar),
  }
  const slots = (...requests: SlotRequest[]) =>
    Object.fromEntries([...nextFreeSlots(requests, world)].map(([id, answer]) => [id, shown(answer)]))

  it('is the first gap that is long enough, in working time, and then it is taken', () => {
    expect(slots(request('a'), request('b'), request('c', { leftHours: 2 }))).toEqual({
      // 14:00 to 16:00, and two hours from 8:00 on: in one piece for the work center.
      a: ['18T14:00', '19T10:00'],
      b: ['20T08:00', '20T12:00'],
      c: ['20T12:00', '20T14:00'],
    })
  })

  it('uses the whole capacity of a work center, and only the calendar where there is none', () => {
    expect(slots(request('a', { categoryId: 'drill' }), request('b', { categoryId: null }))).toEqual({
      a: ['18T12:00', '18T16:00'],
      b: ['18T12:00', '18T16:00'],
    })
  })

  it('waits until the capacity of its work center is back', () => {
    const span = { name: 'One drill', categoryId: 'drill', units: 1, startMs: at('17T00:00'), endMs: at('19T12:00') }
    const capacityOf = (categoryId: string) => centerCapacity({ categoryId, capacity: 2 }, calendar, [span])
    const answers = nextFreeSlots([request('a', { categoryId: 'drill' })], { ...world, capacityOf })
    expect(shown(answers.get('a') ?? null)).toEqual(['19T12:00', '19T16:00'])
  })

  it('leaves time for the changeovers of its work center', () => {
    const setup = new CenterChangeovers([
      { fromFamily: 'White', toFamily: 'Blue', hours: 1 },
      { fromFamily: 'Blue', toFamily: 'White', hours: 2 },
    ])
    const white = { categoryId: 'saw', setupFamily: 'White', startMs: at('18T12:00'), endMs: at('18T14:00') }
    const booth = { ...world, busy: [white], setupOf: () => setup }
    const blue = request('a', { leftHours: 1, setupFamily: 'Blue' })
    const answers = nextFreeSlots([blue, request('b', { leftHours: 1, setupFamily: 'White' })], booth)
    expect([...answers.values()].map(shown)).toEqual([
      ['18T15:00', '18T16:00'],
      // An hour right after White would leave no time for the changeover to Blue.
      ['19T10:00', '19T11:00'],
    ])
  })

  it('is not inside work that holds the work center while its pool is closed', () => {
    const away = { kind: 'downtime' as const, name: 'Away', categoryId: null }
    const exceptions = [{ ...away, startMs: at('18T12:00'), endMs: at('18T16:00') }]
    const withPeople = new WorkCalendar({ ...rules, exceptions }, at('01T00:00'))
    const held = { categoryId: 'saw', poolId: 'people', startMs: at('18T08:00'), endMs: at('19T10:00') }
    const calendarOf = (_: string | null, poolId?: string | null) => (poolId ? withPeople : calendar)
    const answers = nextFreeSlots([request('a')], { ...world, busy: [held], calendarOf })
    expect(shown(answers.get('a'))).toEqual(['19T10:00', '19T14:00'])
  })

  it('is after the predecessors (also those moved with it, in any order), after lags and after releases', () => {
    const behind = (operationId: string, lagHours = 0, endMs = Number.NaN) => ({
      categoryId: null,
      predecessors: [{ operationId, endMs, lagHours }],
    })
    const dried = { endMs: at('20T09:00'), lagHours: 24, lagUnit: 'calendar' as const }
    expect(
      slots(
        request('c', behind('b', 2)),
        request('b', behind('a')),
        request('a', { categoryId: null, releaseMs: at('19T12:00') }),
        request('d', behind('done', 0, at('20T09:00'))),
        request('w', { categoryId: null, predecessors: [{ operationId: 'done', ...dried }] }),
        request('e', behind('unplanned')),
        request('x', behind('y')),
        request('y', behind('x')),
      ),
    ).toEqual({
      a: ['19T12:00', '19T16:00'],
      b: ['20T08:00', '20T12:00'],
      c: ['20T14:00', '23T10:00'],
      d: ['20T09:00', '20T13:00'],
      // Dry on Saturday, so that it starts on Monday.
      w: ['23T08:00', '23T12:00'],
      e: 'predecessorNotScheduled',
      x: 'predecessorNotScheduled',
      y: 'predecessorNotScheduled',
    })
  })

  it('keeps the start of what has started, and says when there is no room at all', () => {
    expect(slots(request('a', { actualStartMs: at('17T09:00'), leftHours: 1 }))).toEqual({
      a: ['16T12:00', '18T15:00'],
    })
    const closed = {
      ...world,
      calendarOf: () => never,
      capacityOf: (categoryId: string) => centerCapacity({ categoryId, capacity: 1 }, never),
    }
    const none = centerCapacity({ categoryId: 'saw', capacity: 0 }, calendar)
    expect(nextFreeSlots([request('a')], closed).get('a')).toBe('noWorkingTime')
    expect(nextFreeSlots([request('a')], { ...world, capacityOf: () => none }).get('a')).toBe('noWorkingTime')
  })
})
