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

/** The shop with a pool, and one project for each operation, in order of priority. */
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
const begunSawing = { categoryId: 'saw', durationHours: 8, actualStartMs: at('16T07:00') }

/** Started work that pauses on the morning of the 17th because its pool works in the evening, and other work at the same saw. */
const heldShop = (other: Partial<SnapshotOperation> = {}, saws = 1): ShopSnapshot => {
  const held = withPool({ begun: { ...begunSawing, poolId: 'people' }, other }, { shiftId: 'evening' })
  const categories = held.categories.map((one) => (one.categoryId === 'saw' ? { ...one, capacity: saws } : one))
  return { ...held, categories }
}

describe('an operation that needs a pool', () => {
  it('the operation waits for a free unit of the pool although its work center is free, and names the pool', () => {
    const plan = run(withPool({ first: welding, second: sawing }))
    expect(dates(plan, 'first')).toEqual([at('16T08:00'), at('16T12:00')])
    expect(dates(plan, 'second')).toEqual([at('16T12:00'), at('16T16:00')])
    const busy = { code: 'workCentreBusy', at: at('16T12:00'), binding: true, categoryId: 'people' }
    expect(of(plan, 'second').placement.factors.at(-1)).toEqual({ ...busy, operationId: 'first' })
  })

  it('the operation waits for its work center although the pool is free, and names the work center', () => {
    const plan = run(withPool({ first: sawing, second: sawing }, { capacity: 2 }))
    expect(dates(plan, 'second')[0]).toBe(at('16T12:00'))
    expect(of(plan, 'second').placement.factors.at(-1)).toMatchObject({ categoryId: 'saw', operationId: 'first' })
  })

  it('the operation waits while one of two people is on leave, and says how many are available until when', () => {
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

  it('the operation proceeds only while both its work center and its pool work', () => {
    const plan = run(withPool({ a: { ...welding, durationHours: 8 } }, { shiftId: 'evening' }))
    expect(dates(plan, 'a')).toEqual([at('16T12:00'), at('17T15:00')])
    expect(binding(plan, 'a')).toEqual(['now', 'closed'])
  })

  it('the operation occupies its work center from start to end, even while its pool is closed', () => {
    const plan = run(heldShop())
    expect(dates(plan, 'begun')[1]).toBe(at('17T15:00'))
    expect(dates(plan, 'other')[0]).toBe(at('17T15:00'))
    const busy = { code: 'workCentreBusy', categoryId: 'saw', operationId: 'begun' }
    expect(of(plan, 'other').placement.factors.at(-1)).toMatchObject(busy)
  })

  it('the operation does not start where other work would fall between its start and its end', () => {
    const other = { pinned: true, scheduledStartMs: at('17T08:00'), scheduledEndMs: at('17T12:00') }
    const plan = run(withPool({ held: { ...sawing, durationHours: 8 }, other }, { shiftId: 'evening' }))
    expect(dates(plan, 'held')).toEqual([at('17T12:00'), at('19T15:00')])
  })

  it('the operation starts in the first gap that is long enough, although an earlier start would need a longer one', () => {
    const pin = (from: string, to: string) => ({ pinned: true, scheduledStartMs: at(from), scheduledEndMs: at(to) })
    const others = { early: pin('17T08:00', '17T09:00'), late: pin('17T15:00', '17T17:00') }
    const begun = { ...begunSawing, durationHours: 3, poolId: 'people' }
    // From 15:00 on it would also occupy the saw overnight and the next morning: seven hours until 13:00.
    const plan = run(withPool({ begun, ...others, held: { ...sawing, durationHours: 3 } }, { shiftId: 'evening' }))
    expect(dates(plan, 'held')).toEqual([at('17T12:00'), at('17T15:00')])
  })

  it('the operation leaves its pool to other work while its work center is closed', () => {
    const inTheEvening = withPool(
      { begun: { ...begunSawing, poolId: 'people' }, other: welding },
      { shiftId: 'evening' },
    )
    const categories = inTheEvening.categories.map((center) =>
      center.categoryId === 'weld' ? { ...center, shiftId: 'evening' } : center,
    )
    const plan = run({ ...inTheEvening, categories })
    expect(dates(plan, 'begun')).toEqual([at('16T07:00'), at('17T15:00')])
    expect(dates(plan, 'other')).toEqual([at('16T17:00'), at('16T21:00')])
  })

  it('a warning is shown if fixed work runs at the work center while the pool is closed', () => {
    const plan = run(heldShop({ pinned: true, scheduledStartMs: at('17T08:00'), scheduledEndMs: at('17T12:00') }))
    expect(of(plan, 'begun').placement.warnings).toEqual([{ code: 'overload', categoryId: 'saw' }])
  })

  it('the operation may pause more often than the shop has operations', () => {
    const plan = run(withPool({ a: { ...welding, durationHours: 100 } }, { shiftId: 'evening' }))
    expect(dates(plan, 'a')[1]).toBeGreaterThan(at('30T00:00'))
  })

  it('the operation pauses while the whole pool is away', () => {
    const leave = { kind: 'downtime' as const, name: 'Leave', categoryId: 'people' }
    const away = [{ ...leave, startMs: at('16T10:00'), endMs: at('17T10:00') }]
    const plan = run(withPool({ a: welding, b: { ...sawing, poolId: null } }, {}, { exceptions: away }))
    expect(dates(plan, 'a')).toEqual([at('16T08:00'), at('17T12:00')])
    expect(dates(plan, 'b')).toEqual([at('16T08:00'), at('16T12:00')])
  })

  it("without a work center, the operation is limited by the organization's calendar and its pool", () => {
    const plan = run(withPool({ first: { ...welding, categoryId: null }, second: { ...welding, categoryId: null } }))
    expect(dates(plan, 'second')[0]).toBe(at('16T12:00'))
  })

  it("started work uses its pool, with a warning if that exceeds the pool's capacity", () => {
    const begun = { actualStartMs: at('16T07:00'), scheduledStartMs: at('16T07:00'), scheduledEndMs: at('16T12:00') }
    const plan = run(withPool({ first: { ...welding, ...begun }, second: { ...sawing, ...begun }, third: welding }))
    expect(of(plan, 'first').placement.warnings).toEqual([{ code: 'overload', categoryId: 'people' }])
    expect(of(plan, 'second').placement.warnings).toEqual([{ code: 'overload', categoryId: 'people' }])
    expect(dates(plan, 'third')[0]).toBe(at('16T12:00'))
  })

  it('the operation is unscheduled if its pool never works, and names the pool', () => {
    const plan = run(withPool({ a: welding }, { shiftId: 'never' }))
    expect(of(plan, 'a').placement.unplaced).toEqual({ code: 'noWorkingTime', categoryId: 'people' })
  })

  it('following a plan preserves the sequence of the pool', () => {
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
  it('slack counts the time in which both the work center and the pool work', () => {
    const { projects } = withPool(
      { a: { ...welding, scheduledStartMs: at('16T12:00'), scheduledEndMs: at('16T16:00') } },
      { shiftId: 'evening' },
    )
    const due = projects.map((project) => ({ ...project, dueMs: at('17T17:00') }))
    const [forecast] = forecastShop(withPool({}, { shiftId: 'evening' }, { projects: due })).projects
    // 16:00 to 17:00 on Monday and 12:00 to 17:00 on Tuesday: six hours, of days with five.
    expect(forecast?.operations[0]).toMatchObject({ forecastEndMs: at('16T16:00'), slackDays: 1.2 })
  })
})

describe('the checker', () => {
  it('the checker finds more parallel work than a pool has units', () => {
    const plan = run(withPool({ first: welding, second: sawing }, { capacity: 2 }))
    expect(checkSchedule(withPool({ first: welding, second: sawing }), plan, { scope: 'all' })).toMatchObject([
      { code: 'overCapacity', categoryId: 'people', running: 2, capacity: 1 },
    ])
  })

  it('the checker finds work at a work center that another operation occupies while its pool is closed', () => {
    const plan = run(heldShop({}, 2))
    expect(checkSchedule(heldShop(), plan, { scope: 'all' })).toMatchObject([
      { code: 'overCapacity', operationId: 'other', categoryId: 'saw' },
      { code: 'missingWarning', operationId: 'begun', warning: 'overload' },
    ])
  })

  it('the checker finds work while its pool is closed', () => {
    const plan = run(withPool({ a: welding }))
    const codes = checkSchedule(withPool({ a: welding }, { shiftId: 'evening' }), plan, { scope: 'all' })
    expect(codes.map(({ code }) => code)).toEqual(['startsClosed', 'endsClosed', 'wrongDuration'])
  })

  it('the checker finds a reason that blames a pool which the operation does not need', () => {
    const plan = run(withPool({ first: welding, second: sawing }))
    const without = withPool({ first: welding, second: { ...sawing, poolId: null } })
    expect(checkSchedule(without, plan, { scope: 'all' })).toMatchObject([
      { code: 'falseFactor', operationId: 'second', factor: 'workCentreBusy' },
    ])
  })
})
