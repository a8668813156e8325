import { describe, expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, binding, dates, of, run } from '#testing/plan-by-hand.ts'
import { forecastShop } from '../forecast/forecast-shop.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ShopSnapshot, SnapshotOperation } from './shop-snapshot.ts'

const evening = {
  shiftId: 'evening',
  name: 'Evening',
  versions: [
    {
      effectiveFrom: null,
      periods: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, fromMinute: 720, toMinute: 1320 })),
      breaks: [],
    },
  ],
}
const people: ShopSnapshot['categories'][number] = {
  categoryId: 'people',
  name: 'Certified welders',
  capacity: 1,
  shiftId: null,
}

/** The shop with a pool, and one project for each operation, in this order of priority. */
const withPool = (
  operations: Record<string, Partial<SnapshotOperation>>,
  pool: Partial<typeof people> = {},
  more: Partial<ShopSnapshot> = {},
): ShopSnapshot => {
  const plain = shop(
    Object.entries(operations).map(([id, own], i) =>
      project(id, [operation(id, own)], { priority: 90 - i, dueMs: at('16T08:00') }),
    ),
  )
  const categories = [...plain.categories, { ...people, ...pool }]
  return { ...plain, shifts: [...plain.shifts, evening], categories, ...more }
}

const welding = { categoryId: 'weld', poolId: 'people' }
const sawing = { categoryId: 'saw', poolId: 'people' }

describe('an operation that needs a pool besides its work center', () => {
  it('waits until the pool has a unit free, although its work center is free, and names the pool', () => {
    const plan = run(withPool({ first: welding, second: sawing }))
    expect(dates(plan, 'first')).toEqual([at('16T08:00'), at('16T12:00')])
    expect(dates(plan, 'second')).toEqual([at('16T12:00'), at('16T16:00')])
    const busy = { code: 'workCentreBusy', at: at('16T12:00'), binding: true, categoryId: 'people' }
    expect(of(plan, 'second').placement.factors.at(-1)).toEqual({ ...busy, operationId: 'first' })
  })

  it('waits until its work center has room, although the pool is free, and names the work center', () => {
    const plan = run(withPool({ first: sawing, second: sawing }, { capacity: 2 }))
    expect(dates(plan, 'second')[0]).toBe(at('16T12:00'))
    expect(of(plan, 'second').placement.factors.at(-1)).toMatchObject({ categoryId: 'saw', operationId: 'first' })
  })

  it('waits while one of two is on leave, and says how many are available until when', () => {
    const leave = { name: 'Leave', categoryId: 'people', units: 1, startMs: at('16T00:00'), endMs: at('17T12:00') }
    const shopOnLeave = withPool(
      { first: { ...welding, durationHours: 18 }, second: sawing },
      { capacity: 2 },
      { capacitySpans: [leave] },
    )
    const plan = run(shopOnLeave)
    expect(dates(plan, 'second')[0]).toBe(at('17T12:00'))
    const available = { units: 1, usual: 2, fromMs: at('16T00:00'), untilMs: at('17T12:00') }
    expect(of(plan, 'second').placement.factors.at(-1)).toMatchObject({ categoryId: 'people', available })
  })

  it('works only while both its work center and its pool work', () => {
    const plan = run(withPool({ a: { ...welding, durationHours: 8 } }, { shiftId: 'evening' }))
    expect(dates(plan, 'a')).toEqual([at('16T12:00'), at('17T15:00')])
    expect(binding(plan, 'a')).toEqual(['now', 'closed'])
  })

  it('leaves its work center to other work while its pool is closed', () => {
    const needy = { ...sawing, durationHours: 8 }
    const plan = run(withPool({ needy, other: { durationHours: 4 } }, { shiftId: 'evening' }))
    expect(dates(plan, 'needy')).toEqual([at('16T12:00'), at('17T15:00')])
    expect(dates(plan, 'other')).toEqual([at('16T08:00'), at('16T12:00')])
  })

  it('may pause more often than the shop has operations', () => {
    const plan = run(withPool({ a: { ...welding, durationHours: 100 } }, { shiftId: 'evening' }))
    expect(dates(plan, 'a')[1]).toBeGreaterThan(at('30T00:00'))
  })

  it('pauses while everybody of its pool is away', () => {
    const leave = { kind: 'downtime' as const, name: 'Leave', categoryId: 'people' }
    const away = [{ ...leave, startMs: at('16T10:00'), endMs: at('17T10:00') }]
    const plan = run(withPool({ a: welding, b: { ...sawing, poolId: null } }, {}, { exceptions: away }))
    expect(dates(plan, 'a')).toEqual([at('16T08:00'), at('17T12:00')])
    expect(dates(plan, 'b')).toEqual([at('16T08:00'), at('16T12:00')])
  })

  it('is limited by the calendar of the organization and by its pool when it has no work center', () => {
    const plan = run(withPool({ first: { ...welding, categoryId: null }, second: { ...welding, categoryId: null } }))
    expect(dates(plan, 'second')[0]).toBe(at('16T12:00'))
  })

  it('takes the pool that begun work uses, with a warning when that is more than the pool has', () => {
    const begun = { actualStartMs: at('16T07:00'), scheduledStartMs: at('16T07:00'), scheduledEndMs: at('16T12:00') }
    const plan = run(withPool({ first: { ...welding, ...begun }, second: { ...sawing, ...begun }, third: welding }))
    expect(of(plan, 'first').placement.warnings).toEqual([{ code: 'overload', categoryId: 'people' }])
    expect(of(plan, 'second').placement.warnings).toEqual([{ code: 'overload', categoryId: 'people' }])
    expect(dates(plan, 'third')[0]).toBe(at('16T12:00'))
  })

  it('is unscheduled when its pool never works, and names the pool', () => {
    const plan = run(withPool({ a: welding }, { shiftId: 'never' }))
    expect(of(plan, 'a').placement.unplaced).toEqual({ code: 'noWorkingTime', categoryId: 'people' })
  })

  it('keeps the sequence of the pool when a plan is followed', () => {
    const planned = (from: string, to: string) => ({ scheduledStartMs: at(from), scheduledEndMs: at(to) })
    const kept = withPool({
      second: { ...sawing, ...planned('16T12:00', '16T16:00') },
      first: { ...welding, ...planned('16T08:00', '16T12:00'), durationHours: 6 },
    })
    const plan = run(kept, 'all', 'keepSequence')
    expect(dates(plan, 'second')[0]).toBe(at('16T14:00'))
    expect(of(plan, 'second').placement.factors.at(-1)).toMatchObject({ code: 'workCentreBusy', categoryId: 'people' })
  })
})

describe('the forecast of an operation with a pool', () => {
  it('counts its slack in the time in which both its work center and its pool work', () => {
    const { projects } = withPool(
      { a: { ...welding, scheduledStartMs: at('16T12:00'), scheduledEndMs: at('16T16:00') } },
      { shiftId: 'evening' },
    )
    const due = projects.map((project) => ({ ...project, dueMs: at('17T17:00') }))
    const [forecast] = forecastShop(withPool({}, { shiftId: 'evening' }, { projects: due })).projects
    // From 16:00 to 17:00 on Monday, and from 12:00 to 17:00 on Tuesday: six hours of days with five.
    expect(forecast?.operations[0]).toMatchObject({ forecastEndMs: at('16T16:00'), slackDays: 1.2 })
  })
})

describe('the checker', () => {
  it('finds more work at once than a pool has', () => {
    const plan = run(withPool({ first: welding, second: sawing }, { capacity: 2 }))
    expect(checkSchedule(withPool({ first: welding, second: sawing }), plan, { scope: 'all' })).toMatchObject([
      { code: 'overCapacity', categoryId: 'people', running: 2, capacity: 1 },
    ])
  })

  it('finds work while its pool is closed', () => {
    const plan = run(withPool({ a: welding }))
    const codes = checkSchedule(withPool({ a: welding }, { shiftId: 'evening' }), plan, { scope: 'all' })
    expect(codes.map(({ code }) => code)).toEqual(['startsClosed', 'endsClosed', 'wrongDuration'])
  })

  it('finds a reason that blames a pool which the operation does not need', () => {
    const plan = run(withPool({ first: welding, second: sawing }))
    const without = withPool({ first: welding, second: { ...sawing, poolId: null } })
    expect(checkSchedule(without, plan, { scope: 'all' })).toMatchObject([
      { code: 'falseFactor', operationId: 'second', factor: 'workCentreBusy' },
    ])
  })
})
