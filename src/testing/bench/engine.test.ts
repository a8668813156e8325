import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunEffort } from '#contract/vocabulary.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import type { ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { valueAt } from '#domain/value-at.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { instanceBound } from './instance-bound.ts'
import { type InstanceClock, instanceClocks, instancePlanOf, shopObstacle, shopOfInstance } from './instance-shop.ts'
import { checkInstance, type Instance, instanceObjective } from './published-instance.ts'
import { randomNumbers, randomShop } from './random-shop.ts'
import { readInstances } from './read-instances.ts'

/** Fisher and Thompson 1963, 6 x 6; the optimum is 55. */
const ft06 = `6 6
2 1 0 3 1 6 3 7 5 3 4 6
1 8 2 5 4 10 5 10 0 10 3 4
2 5 3 4 5 8 0 9 1 1 4 7
1 5 0 5 2 5 3 3 4 8 5 9
2 9 1 3 4 5 5 4 0 3 3 1
1 3 3 3 5 9 0 10 4 4 2 1
`

/** The plan of a run for the instance as a shop, in the units of the instance. */
const solve = (instance: Instance, clock: InstanceClock, effort?: RunEffort) => {
  const result = scheduleShop(shopOfInstance(instance, clock), { scope: 'all', effort })
  if ('cancelled' in result) throw new Error('the run was cancelled')
  return { ...instancePlanOf(instance, clock, result), result }
}

const durations = ({ operations }: Instance): number[] => operations.map(({ duration }) => duration)

/** A job shop with one operation at a time on each of three machines. */
const jobShop = (seed: number, jobs: number, late: boolean): Instance => {
  const random = randomNumbers(seed)
  const below = (n: number): number => Math.floor(random() * n)
  const operations = Array.from({ length: jobs }, (_, project) => ({ project, length: 1 + below(5) })).flatMap(
    ({ project, length }) => Array.from({ length }, (_, k) => ({ project, isLast: k + 1 === length })),
  )
  return {
    name: `${seed}`,
    objective: late ? 'lateness' : 'makespan',
    capacity: [1, 1, 1],
    due: Array.from({ length: jobs }, () => below(30)),
    weight: Array.from({ length: jobs }, () => 1 + below(3)),
    operations: operations.map(({ project, isLast }, i) => ({
      duration: 1 + below(9),
      project,
      release: below(5),
      demands: [{ resource: below(3), units: 1 }],
      successors: isLast ? [] : [i + 1],
    })),
  }
}

/** Smallest objective over all orders of placement, with each operation in its first slot. Only feasible for a few operations. */
const leastObjective = (instance: Instance): number => {
  const { operations, capacity } = instance
  const starts = operations.map(() => -1)
  const fits = (i: number, at: number): boolean =>
    valueAt(operations, i).demands.every(({ resource, units }) => {
      for (let t = at; t < at + valueAt(operations, i).duration; t++) {
        let used = units
        operations.forEach((other, k) => {
          const start = valueAt(starts, k)
          if (start < 0 || start > t || start + other.duration <= t) return
          used += other.demands.find((demand) => demand.resource === resource)?.units ?? 0
        })
        if (used > valueAt(capacity, resource)) return false
      }
      return true
    })
  const search = (placed: number): number => {
    if (placed === operations.length) return instanceObjective(instance, starts)
    let least = Infinity
    operations.forEach((operation, i) => {
      const before = operations.flatMap((other, k) => (other.successors.includes(i) ? [k] : []))
      if (valueAt(starts, i) >= 0 || before.some((k) => valueAt(starts, k) < 0)) return
      const ends = before.map((k) => valueAt(starts, k) + valueAt(operations, k).duration)
      let at = Math.max(operation.release, ...ends)
      while (!fits(i, at)) at++
      starts[i] = at
      least = Math.min(least, search(placed + 1))
      starts[i] = -1
    })
    return least
  }
  return search(0)
}

describe('published instances as shops', () => {
  it('ft06 is read from its file, and its plan is valid in both kinds of working time', () => {
    const folder = mkdtempSync(join(tmpdir(), 'instances-'))
    try {
      writeFileSync(join(folder, 'ft06.txt'), ft06)
      const [instance] = readInstances('jsplib', join(folder, 'ft06.txt'))
      if (!instance) throw new Error('not read')
      expect(instanceBound(instance)).toBe(52)
      for (const clock of instanceClocks) {
        const { starts, ends } = solve(instance, clock, 'quick')
        expect(checkInstance(instance, starts)).toEqual([])
        expect(ends.map((end, i) => end - valueAt(starts, i))).toEqual(durations(instance))
        expect(instanceObjective(instance, starts)).toBeGreaterThanOrEqual(55)
        expect(instanceObjective(instance, starts)).toBeLessThanOrEqual(65)
        expect(checkInstance(instance, starts.with(7, valueAt(starts, 7) - 1)).length).toBeGreaterThan(0)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('the makespan and the weighted lateness of an instance are the lateness of its shop', () => {
    for (const late of [false, true]) {
      const one = jobShop(7, 6, late)
      const { starts, result } = solve(one, 'shop')
      expect(instanceObjective(one, starts)).toBeGreaterThan(0)
      expect(result.objective.weightedLatenessHours * 60).toBeCloseTo(instanceObjective(one, starts), 6)
    }
  })

  it('weights above the highest priority are divided by one number', () => {
    const one = jobShop(7, 6, true)
    const heavy = { ...one, weight: one.weight.map((weight) => weight * 250) }
    const priorities = shopOfInstance(heavy, 'shop').projects.map(({ priority }) => priority)
    expect(Math.max(...priorities)).toBe(100)
    const ratios = priorities.map((priority, project) => priority / valueAt(one.weight, project))
    for (const ratio of ratios) expect(ratio).toBeCloseTo(valueAt(ratios, 0), 9)
  })

  it('an instance that needs several units of a resource, or three resources, is not described as a shop', () => {
    const one = jobShop(1, 1, false)
    const needing = (demands: Instance['operations'][number]['demands']): Instance => ({
      ...one,
      operations: one.operations.map((operation) => ({ ...operation, demands })),
    })
    const unit = (resource: number) => ({ resource, units: 1 })
    expect(shopObstacle(needing([unit(0), unit(2)]))).toBeNull()
    const pairs: Instance = {
      ...one,
      operations: [0, 1, 2].map((resource) => ({
        ...valueAt(one.operations, 0),
        demands: [unit(resource), unit((resource + 1) % 3)],
        successors: [],
      })),
    }
    expect(shopObstacle(pairs)).toBe('its resources cannot be divided into work centers and pools')
    expect(shopObstacle(needing([{ resource: 1, units: 2 }]))).toContain('operation 0 needs 2 units of resource 1')
    expect(shopObstacle(needing([unit(0), unit(1), unit(2)]))).toContain('needs 3 resources')
    expect(() => shopOfInstance(needing([{ resource: 1, units: 2 }]), 'shop')).toThrow('cannot be described as a shop')
  })

  /** Networks whose operations need a work center, a pool, both or none. */
  const network = fc
    .record({ seed: fc.nat(100_000), size: fc.integer({ min: 1, max: 25 }), late: fc.boolean() })
    .map(({ seed, size, late }): Instance => {
      const random = randomNumbers(seed)
      const below = (n: number): number => Math.floor(random() * n)
      return {
        name: `${seed}`,
        objective: late ? 'lateness' : 'makespan',
        capacity: [2, 1, 3],
        due: [10, 20, Infinity],
        weight: [1, 3, 2],
        operations: Array.from({ length: size }, (_, i) => ({
          duration: below(9),
          project: below(3),
          release: below(5),
          demands: [below(2), 2].filter(() => random() < 0.6).map((resource) => ({ resource, units: 1 })),
          successors: [i + 1 + below(4), i + 1 + below(9)].filter((next) => next < size),
        })),
      }
    })

  const shop = fc
    .record({ seed: fc.nat(100_000), jobs: fc.integer({ min: 1, max: 8 }), late: fc.boolean() })
    .map(({ seed, jobs, late }) => jobShop(seed, jobs, late))

  it.each([
    ['with pools', network.filter(({ operations }) => operations.length <= 6)],
    ['that are job shops', shop.filter(({ operations }) => operations.length <= 7)],
  ])(
    'plans of small instances %s are never better than the best of all plans, which is never below the bound',
    (_, instances) => {
      fc.assert(
        fc.property(instances, (one) => {
          const least = leastObjective(one)
          expect(instanceObjective(one, solve(one, 'shop', 'quick').starts)).toBeGreaterThanOrEqual(least)
          expect(least).toBeGreaterThanOrEqual(instanceBound(one))
        }),
        { numRuns: propertyRuns(100) },
      )
    },
    60_000,
  )

  it.each([
    ['with pools', network],
    ['that are job shops', shop],
  ])(
    'plans of instances %s satisfy all constraints in both kinds of working time, and are never worse than the first plan',
    (_, instances) => {
      fc.assert(
        fc.property(instances, fc.constantFrom(...instanceClocks), (one, clock) => {
          const { starts, ends, result } = solve(one, clock, 'quick')
          expect(checkInstance(one, starts)).toEqual([])
          expect(ends.map((end, i) => end - valueAt(starts, i))).toEqual(durations(one))
          expect(checkSchedule(shopOfInstance(one, clock), result, { scope: 'all' })).toEqual([])
          expect(solve(one, clock, 'quick').starts).toEqual(starts)
          const first = solve(one, clock).result.objective.weightedLatenessHours
          expect(result.objective.weightedLatenessHours).toBeLessThanOrEqual(first + 1e-9)
        }),
        { numRuns: propertyRuns(150) },
      )
    },
    60_000,
  )
})

describe('the search on shops with shifts, holidays and broken data', () => {
  const shopOf = (seed: number) =>
    randomShop({
      seed,
      projects: 2 + (seed % 12),
      operations: 1 + (seed % 7),
      categories: 1 + (seed % 3),
      trouble: (seed % 5) / 4,
    })
  const run = (snapshot: ShopSnapshot, effort?: RunEffort): ScheduleResult => {
    const result = scheduleShop(snapshot, { scope: 'all', effort })
    if ('cancelled' in result) throw new Error('nobody cancelled')
    return result
  }

  it('the plans pass the checker, are never later, and are reproducible', () => {
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const snapshot = shopOf(seed)
        const [first, better] = [run(snapshot), run(snapshot, 'quick')]
        expect(checkSchedule(snapshot, better, { scope: 'all' })).toEqual([])
        expect(JSON.stringify(run(snapshot, 'quick'))).toBe(JSON.stringify(better))
        expect(better.stats.unplacedOperations).toBeLessThanOrEqual(first.stats.unplacedOperations)
        if (better.stats.unplacedOperations < first.stats.unplacedOperations) return
        expect(better.objective.weightedLatenessHours).toBeLessThanOrEqual(first.objective.weightedLatenessHours + 1e-6)
      }),
      { numRuns: propertyRuns(60) },
    )
  })
})
