import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunEffort } from '#contract/vocabulary.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { bestOfRules } from '#domain/scheduling/core/best-of-rules.ts'
import { improvePlan } from '#domain/scheduling/core/improve-plan.ts'
import { lowerBound } from '#domain/scheduling/core/lower-bound.ts'
import type { ScheduleResult } from '#domain/scheduling/schedule-result.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import type { ShopSnapshot } from '#domain/scheduling/shop-snapshot.ts'
import { valueAt } from '#domain/value-at.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { checkInstance, coreProblemOf, type Instance, instanceObjective } from './core-instance.ts'
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

const solve = (instance: Instance, iterations: number): number[] => {
  const problem = coreProblemOf(instance)
  const rules = bestOfRules(problem, { onPlaced: () => false })
  if (!rules) throw new Error('abandoned')
  return [...improvePlan(problem, rules.best, { seed: 1, iterations, onPlaced: () => false }).best.start]
}

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

describe('the core on published instances', () => {
  it('the core reads ft06 from its file and finds its optimum', () => {
    const folder = mkdtempSync(join(tmpdir(), 'instances-'))
    try {
      writeFileSync(join(folder, 'ft06.txt'), ft06)
      const [instance] = readInstances('jsplib', join(folder, 'ft06.txt'))
      if (!instance) throw new Error('not read')
      const starts = solve(instance, 3_000)
      expect(checkInstance(instance, starts)).toEqual([])
      expect(instanceObjective(instance, starts)).toBe(55)
      expect(lowerBound(coreProblemOf(instance))).toBe(52)
      expect(checkInstance(instance, starts.with(7, valueAt(starts, 7) - 1)).length).toBeGreaterThan(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  const instance = fc
    .record({ seed: fc.nat(100_000), size: fc.integer({ min: 1, max: 25 }), late: fc.boolean() })
    .map(({ seed, size, late }): Instance => {
      const random = randomNumbers(seed)
      const below = (n: number): number => Math.floor(random() * n)
      const capacity = [4, 1, 6]
      return {
        name: `${seed}`,
        objective: late ? 'lateness' : 'makespan',
        capacity,
        due: [10, 20, Infinity],
        weight: [1, 3, 2],
        operations: Array.from({ length: size }, (_, i) => ({
          duration: below(9),
          project: below(3),
          release: below(5),
          demands: capacity.map((units, resource) => ({ resource, units: below(units + 1) })),
          successors: [i + 1 + below(4), i + 1 + below(9)].filter((next) => next < size),
        })),
      }
    })

  const shop = fc
    .record({ seed: fc.nat(100_000), jobs: fc.integer({ min: 1, max: 8 }), late: fc.boolean() })
    .map(({ seed, jobs, late }) => jobShop(seed, jobs, late))

  it.each([
    ['of several units', instance.filter(({ operations }) => operations.length <= 6)],
    ['that are job shops', shop.filter(({ operations }) => operations.length <= 7)],
  ])(
    'results for small problems %s are optimal',
    (_, instances) => {
      fc.assert(
        fc.property(instances, (one) => {
          expect(instanceObjective(one, solve(one, 2_000))).toBe(leastObjective(one))
        }),
        { numRuns: propertyRuns(100) },
      )
    },
    60_000,
  )

  it.each([
    ['of several units', instance, 30],
    ['that are job shops', shop, 800],
  ])(
    'results for problems %s satisfy all constraints, are never worse than the first plan, and are reproducible',
    (_, instances, iterations) => {
      fc.assert(
        fc.property(instances, (one) => {
          const starts = solve(one, iterations)
          expect(checkInstance(one, starts)).toEqual([])
          expect(solve(one, iterations)).toEqual(starts)
          const cost = instanceObjective(one, starts)
          expect(cost).toBeGreaterThanOrEqual(lowerBound(coreProblemOf(one)))
          expect(cost).toBeLessThanOrEqual(instanceObjective(one, solve(one, 0)))
        }),
        { numRuns: propertyRuns(150) },
      )
    },
    60_000,
  )

  it('the search of a small job shop escapes a cycle of forbidden moves', () => {
    const one = jobShop(54_094, 2, false)
    expect(leastObjective(one)).toBe(25)
    expect(instanceObjective(one, solve(one, 2_000))).toBe(25)
  })

  it('a makespan search that is stopped anywhere ends like one with that many iterations', () => {
    const random = randomNumbers(1)
    const below = (n: number): number => Math.floor(random() * n)
    const capacity = [10, 12]
    const problem = coreProblemOf({
      name: 'network',
      objective: 'makespan',
      capacity,
      due: [Infinity],
      weight: [1],
      operations: Array.from({ length: 60 }, (_, i) => ({
        duration: 1 + below(9),
        project: 0,
        release: 0,
        demands: capacity.map((units, resource) => ({ resource, units: below(units) })),
        successors: [i + 1 + below(5), i + 2 + below(12)].filter((next) => next < 60),
      })),
    })
    const rules = bestOfRules(problem, { onPlaced: () => false })
    if (!rules) throw new Error('abandoned')
    const first = rules.best
    const makespans = new Set<number>()
    for (let steps = 1; steps <= 120; steps++) {
      let asked = 0
      const stopped = improvePlan(problem, first, { seed: 1, iterations: 1e6, onPlaced: () => ++asked > steps })
      const again = { seed: 1, iterations: stopped.iterations, onPlaced: () => false }
      expect(improvePlan(problem, first, again)).toEqual(stopped)
      makespans.add(stopped.best.cost[0])
    }
    expect(makespans.size).toBeGreaterThan(1)
  })
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
