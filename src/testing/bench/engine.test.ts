import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestOfRules } from '#domain/scheduling/core/best-of-rules.ts'
import { improvePlan } from '#domain/scheduling/core/improve-plan.ts'
import { valueAt } from '#domain/value-at.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { checkInstance, coreProblemOf, type Instance, instanceBound, instanceObjective } from './core-instance.ts'
import { randomNumbers } from './random-shop.ts'
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

describe('the core on published instances', () => {
  it('reads ft06 from its file and finds its optimum', () => {
    const folder = mkdtempSync(join(tmpdir(), 'instances-'))
    try {
      writeFileSync(join(folder, 'ft06.txt'), ft06)
      const [instance] = readInstances('jsplib', join(folder, 'ft06.txt'))
      if (!instance) throw new Error('not read')
      const starts = solve(instance, 3_000)
      expect(checkInstance(instance, starts)).toEqual([])
      expect(instanceObjective(instance, starts)).toBe(55)
      expect(instanceBound(instance)).toBe(47)
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
        operations: Array.from({ length: size }, (_, i) => ({
          duration: below(9),
          project: below(3),
          release: below(5),
          demands: capacity.map((units, resource) => ({ resource, units: below(units + 1) })),
          successors: [i + 1 + below(4), i + 1 + below(9)].filter((next) => next < size),
        })),
      }
    })

  it('respects capacities, precedence and releases with several resources, and computes its cost correctly', () => {
    fc.assert(
      fc.property(instance, (one) => {
        const starts = solve(one, 30)
        expect(checkInstance(one, starts)).toEqual([])
        const cost = instanceObjective(one, starts)
        expect(cost).toBeGreaterThanOrEqual(instanceBound(one))
        expect(cost).toBeLessThanOrEqual(instanceObjective(one, solve(one, 0)))
      }),
      { numRuns: propertyRuns(150) },
    )
  }, 60_000)
})
