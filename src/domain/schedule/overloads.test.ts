import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operationFlag } from '#contract/schedule.ts'
import { type FixturePlan, fixturePlan } from '#testing/schedule/plan-fixture.ts'
import { buildModel } from '#web/features/schedule/model/schedule-model.ts'
import { hourMs } from '../time/units.ts'
import { brokenPins, ignoredPredecessor, isOverloaded, newOverloads } from './overloads.ts'

const origin = Date.UTC(2026, 10, 9)
const span = (from: number, to: number) => ({ startMs: origin + from * hourMs, endMs: origin + to * hourMs })
const model = (plan: FixturePlan) =>
  buildModel(fixturePlan({ now: origin, from: origin, to: origin + 960 * hourMs, ...plan }))

/** 1 for each operation in an overload. */
const overloaded = (plan: ReturnType<typeof model>) =>
  plan.data.operations.ids.map((_, row) => (isOverloaded(plan, row) ? 1 : 0))

describe('an overload', () => {
  it('an overload occurs where more operations run than the work center has capacity for', () => {
    const plan = model({ projects: [[span(0, 4), span(4, 8), span(7, 9), span(9, 12)]] })
    expect(overloaded(plan)).toEqual([0, 1, 1, 0])
  })

  it('there is no overload if the work center has room for both, or they are at different work centers or outside', () => {
    const two = [span(0, 4), span(2, 6)]
    expect(overloaded(model({ projects: [two], capacities: [2] }))).toEqual([0, 0])
    const apart = two.map((dates, category) => ({ ...dates, category }))
    expect(overloaded(model({ projects: [apart], capacities: [1, 1] }))).toEqual([0, 0])
    expect(overloaded(model({ projects: [two], outside: [0] }))).toEqual([0, 0])
  })

  it('there is an overload where one of two stations is temporarily missing', () => {
    const capacitySpans = [{ name: 'One', categoryId: 'category-0', units: 1, ...span(3, 5) }]
    const plan = model({ projects: [[span(0, 4), span(2, 3), span(2, 6)]], capacities: [3], capacitySpans })
    expect(overloaded(plan)).toEqual([1, 0, 1])
  })

  it('closed time, the past and completed work cause no overload', () => {
    const closed = [origin, origin + 4 * hourMs, origin + 8 * hourMs, origin + 20 * hourMs]
    expect(overloaded(model({ projects: [[span(0, 8), span(5, 12)]], open: closed }))).toEqual([0, 0])
    const past = { projects: [[span(0, 4), span(2, 6)]], now: origin + 4 * hourMs }
    expect(overloaded(model(past))).toEqual([0, 0])
    const done = [{ ...span(0, 4), flags: operationFlag.completed }, span(2, 6)]
    expect(overloaded(model({ projects: [done] }))).toEqual([0, 0])
  })

  it('overloads in random plans match an hour-by-hour count', () => {
    const dates = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 6 }))
    fc.assert(
      fc.property(fc.array(dates, { maxLength: 14 }), fc.integer({ min: 1, max: 3 }), (list, capacity) => {
        const plan = model({
          projects: [list.map(([from, hours]) => span(from, from + hours))],
          capacities: [capacity],
        })
        const runs = (hour: number) => list.filter(([from, hours]) => from <= hour && hour < from + hours).length
        const expected = list.map(([from, hours]) =>
          Array.from({ length: hours }, (_, i) => from + i).some((hour) => runs(hour) > capacity) ? 1 : 0,
        )
        expect(overloaded(plan)).toEqual(expected)
      }),
    )
  })
})

describe('a pinned operation', () => {
  const chain = (flags: number, from: number, before = 0) =>
    model({
      projects: [
        [
          { ...span(0, 4), flags: before },
          { ...span(from, from + 2), flags },
        ],
      ],
      capacities: [2],
      links: [[0, 1]],
    })
  it('a pinned operation ignores a predecessor that ends after its start, unless that is completed', () => {
    expect(ignoredPredecessor(chain(operationFlag.pinned, 2), 1)).toBe(0)
    expect(ignoredPredecessor(chain(operationFlag.pinned, 4), 1)).toBe(-1)
    expect(ignoredPredecessor(chain(0, 2), 1)).toBe(-1)
    expect(ignoredPredecessor(chain(operationFlag.pinned, 2, operationFlag.completed), 1)).toBe(-1)
  })
})

describe('the consequences of a move', () => {
  const moved = (operation: number, from: number, to: number) =>
    new Map([[operation, { operation, ...span(from, to) }]])

  it('a move reports new overloads where the operation lands', () => {
    const plan = model({ projects: [[span(0, 4), span(6, 8), { ...span(6, 8), category: 1 }]], capacities: [1, 1] })
    expect(newOverloads(plan, moved(1, 2, 4))).toEqual([0])
    expect(newOverloads(plan, moved(1, 4, 6))).toEqual([])
    // The other operation leaves the slot at the same time.
    const both = new Map([...moved(1, 2, 4), ...moved(0, 4, 8)])
    expect(newOverloads(plan, both)).toEqual([])
    const elsewhere = { operation: 1, category: 1 }
    expect(newOverloads(plan, moved(1, 2, 4), elsewhere)).toEqual([])
    expect(newOverloads(plan, moved(1, 6, 8), elsewhere)).toEqual([1])
    const over = model({ projects: [[span(0, 4), span(2, 6)]] })
    expect(newOverloads(over, moved(0, 1, 5))).toEqual([])
  })

  it('a move reports pinned successors that no longer wait', () => {
    const work = [span(0, 4), { ...span(4, 6), flags: operationFlag.pinned }, span(4, 6)]
    const links = [
      [0, 1],
      [0, 2],
    ] as const
    const plan = model({ projects: [work], links, capacities: [5] })
    expect(brokenPins(plan, moved(0, 2, 6))).toEqual([1])
    expect(brokenPins(plan, moved(0, -2, 2))).toEqual([])
  })
})
