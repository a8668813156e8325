import { describe, expect, it } from 'vitest'
import type { CapacitySpan } from '#domain/time/capacity-steps.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, binding, dates, of, run } from '#testing/plan-by-hand.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ShopSnapshot, SnapshotOperation } from './shop-snapshot.ts'

const span = (units: number, from: string, to: string | null): CapacitySpan => ({
  name: 'Welders',
  categoryId: 'weld',
  units,
  startMs: at(from),
  endMs: to === null ? null : at(to),
})

/** Operations at the two welders of the shop, in this order of priority, with other capacities for a time. */
const welding = (spans: CapacitySpan[], operations: Record<string, Partial<SnapshotOperation>>): ShopSnapshot => ({
  ...shop(
    Object.entries(operations).map(([id, more], i) =>
      project(id, [operation(id, { categoryId: 'weld', durationHours: 9, ...more })], { priority: 90 - i, dueMs: 0 }),
    ),
  ),
  capacitySpans: spans,
})

const busyFactor = (snapshot: ShopSnapshot, id: string) =>
  of(run(snapshot), id).placement.factors.find(({ code }) => code === 'workCentreBusy')

describe('the capacity of a work center for a time', () => {
  it('lets work wait while one of two welders is away, and says so', () => {
    const oneAway = welding([span(1, '16T00:00', '17T12:00')], { first: {}, second: {} })
    expect(dates(run(oneAway), 'first')).toEqual([at('16T08:00'), at('16T17:00')])
    // The first is done on Monday night; the second takes the only welder on Tuesday.
    expect(dates(run(oneAway), 'second')).toEqual([at('17T08:00'), at('17T17:00')])
    expect(busyFactor(oneAway, 'second')).toMatchObject({
      operationId: 'first',
      available: { units: 1, usual: 2, fromMs: at('16T00:00'), untilMs: at('17T12:00') },
    })
  })

  it('lets work start when the second welder is back, and names no operation then', () => {
    const oneAway = welding([span(1, '16T00:00', '16T12:00')], { first: {}, second: { durationHours: 4 } })
    const plan = run(oneAway)
    expect([dates(plan, 'second')[0], binding(plan, 'second')]).toEqual([at('16T12:00'), ['workCentreBusy']])
    expect(busyFactor(oneAway, 'second')).toEqual({
      code: 'workCentreBusy',
      at: at('16T12:00'),
      binding: true,
      categoryId: 'weld',
      operationId: null,
      available: { units: 1, usual: 2, fromMs: at('16T00:00'), untilMs: at('16T12:00') },
    })
  })

  it('does not run work into a time with less capacity', () => {
    const later = welding([span(1, '16T12:00', '17T17:00')], { first: {}, second: {} })
    expect(dates(run(later), 'second')[0]).toBe(at('17T08:00'))
  })

  it('runs a third operation at once from the day on which a third welder comes', () => {
    const third = welding([span(3, '17T00:00', null)], {
      first: { durationHours: 18 },
      second: { durationHours: 18 },
      third: {},
    })
    const plan = run(third)
    expect(dates(plan, 'third')[0]).toBe(at('17T08:00'))
    expect(plan.operations.flatMap(({ placement }) => placement.warnings)).toEqual([])
  })

  it('leaves begun work where it is, and warns that it is more than the capacity', () => {
    const begun = { actualStartMs: at('16T07:00'), scheduledStartMs: at('16T07:00'), scheduledEndMs: at('16T17:00') }
    const both = welding([span(1, '16T12:00', '16T16:00')], { first: begun, second: begun })
    const plan = run(both)
    for (const id of ['first', 'second']) {
      expect(dates(plan, id)).toEqual([at('16T07:00'), at('16T17:00')])
      expect(of(plan, id).placement.warnings).toEqual([{ code: 'overload', categoryId: 'weld' }])
    }
  })

  it('does not warn of less capacity while the work center is closed', () => {
    const pinned = { pinned: true, scheduledStartMs: at('16T12:00'), scheduledEndMs: at('17T12:00') }
    const overnight = welding([span(1, '16T17:00', '17T08:00')], { first: pinned, second: pinned })
    expect(run(overnight).operations.flatMap(({ placement }) => placement.warnings)).toEqual([])
  })

  it('is checked: a plan that does not know of it has a violation', () => {
    const both = welding([], { first: {}, second: {} })
    const oneAway = { ...both, capacitySpans: [span(1, '16T12:00', '16T13:00')] }
    expect(checkSchedule(oneAway, run(both), { scope: 'all' })).toMatchObject([
      { code: 'overCapacity', categoryId: 'weld', atMs: at('16T12:00'), running: 2, capacity: 1 },
    ])
  })

  it('is checked: a wait that blames a capacity which was not missing is a false reason', () => {
    const oneAway = welding([span(1, '16T00:00', '16T12:00')], { first: {}, second: { durationHours: 4 } })
    const plan = run(oneAway)
    for (const wrong of [{ units: 2 }, { usual: 3 }, { fromMs: at('16T13:00') }]) {
      const factors = of(plan, 'second').placement.factors.map((factor) =>
        factor.code === 'workCentreBusy' && factor.available
          ? { ...factor, available: { ...factor.available, ...wrong } }
          : factor,
      )
      const operations = plan.operations.map((row) =>
        row.operationId === 'second' ? { ...row, placement: { ...row.placement, factors } } : row,
      )
      expect(checkSchedule(oneAway, { ...plan, operations }, { scope: 'all' })).toMatchObject([
        { code: 'falseFactor', operationId: 'second' },
      ])
    }
  })
})
