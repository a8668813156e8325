import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coreProblemOf, type Instance } from '#testing/bench/core-instance.ts'
import { randomNumbers } from '#testing/bench/random-shop.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { PlanBuilder } from '../plan-builder.ts'
import { serialSchedule } from '../serial-schedule.ts'
import { fitsSlots, SlotSchedule } from './slot-schedule.ts'

/** Capacities that share a word, fill several words, or need one of their own. */
const capacities = [[4, 1, 6], [7, 900, 1900, 3, 60_000, 1], [2 ** 31 - 1, 2, 2 ** 30], []]

const networkOf = (seed: number, size: number, capacity: number[]): Instance => {
  const random = randomNumbers(seed)
  const below = (n: number): number => Math.floor(random() * n)
  return {
    name: `${seed}`,
    objective: 'makespan',
    capacity,
    due: [Infinity],
    weight: [1],
    operations: Array.from({ length: size }, (_, i) => ({
      duration: below(9),
      project: 0,
      release: below(5),
      demands: capacity.map((units, resource) => ({ resource, units: below(units + 1) })),
      successors: [i + 1 + below(4), i + 1 + below(9)].filter((next) => next < size),
    })),
  }
}

const networks = fc
  .record({ seed: fc.nat(100_000), size: fc.integer({ min: 1, max: 70 }), capacity: fc.constantFrom(...capacities) })
  .map(({ seed, size, capacity }) => {
    const problem = coreProblemOf(networkOf(seed, size, capacity))
    const random = randomNumbers(seed + 1)
    const keys = problem.duration.map(() => random())
    const list = Int32Array.from(keys.keys()).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
    return { problem, keys, list }
  })

describe('generation in slots', () => {
  it('generation in slots gives the same plan as generation by steps', () => {
    fc.assert(
      fc.property(networks, ({ problem, keys, list }) => {
        expect(fitsSlots(problem)).toBe(true)
        const [slots, steps] = [new SlotSchedule(problem), new PlanBuilder(problem)]
        for (const backwards of [false, true]) {
          slots.generate(backwards ? list.toReversed() : list, () => false)
          const keysNow = backwards ? keys.map((key) => -key) : keys
          serialSchedule(steps, keysNow, () => false)
          expect(slots.plan()).toEqual({ start: steps.start, end: steps.end })
          expect(slots.makespan).toBe(Math.max(...steps.end))
        }
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it('exactly the plans that exceed the maximum length are abandoned', () => {
    fc.assert(
      fc.property(networks, fc.integer({ min: -3, max: 3 }), ({ problem, list }, more) => {
        const slots = new SlotSchedule(problem)
        expect(slots.generate(list, () => false)).toBe(true)
        const { makespan } = slots
        const plan = slots.plan()
        expect(slots.generate(list, () => false, makespan + more)).toBe(more >= 0)
        // An abandoned plan leaves nothing behind.
        expect(slots.generate(list, () => false)).toBe(true)
        expect(slots.plan()).toEqual(plan)
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it('a stopped generation ends within the plan, and the next one starts afresh', () => {
    const problem = coreProblemOf(networkOf(1, 70, [4, 1, 6]))
    const slots = new SlotSchedule(problem)
    const list = Int32Array.from(slots.topological)
    slots.generate(list, () => false)
    const plan = slots.plan()
    let asked = 0
    expect(slots.generate(list, () => ++asked === 2)).toBe(false)
    expect(asked).toBe(2)
    expect(slots.generate(list, () => false)).toBe(true)
    expect(slots.plan()).toEqual(plan)
  })

  it('work that exceeds the capacity or has fractional times cannot use slots', () => {
    const { operations, ...shop } = networkOf(3, 5, [4])
    const fits = (change: object): boolean =>
      fitsSlots(
        coreProblemOf({ ...shop, operations: operations.map((one, i) => (i === 2 ? { ...one, ...change } : one)) }),
      )
    expect(fits({ duration: 3 })).toBe(true)
    expect(fits({ duration: 2.5 })).toBe(false)
    expect(fits({ release: 0.5 })).toBe(false)
    expect(fits({ demands: [{ resource: 0, units: 5 }] })).toBe(false)
  })
})
