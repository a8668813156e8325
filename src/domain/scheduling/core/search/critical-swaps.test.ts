import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coreProblemOf, type Instance } from '#testing/bench/core-instance.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { bestOfRules } from '../best-of-rules.ts'
import { planCost } from '../plan-objective.ts'
import { seededRandom } from '../seeded-random.ts'
import { criticalSwaps } from './critical-swaps.ts'
import { jobShopOf } from './job-shop.ts'
import { MachineOrders } from './machine-orders.ts'
import { SearchRun } from './search-run.ts'

/** Jobs of four operations on random machines, most of them due too early, some never due. */
const tightShop = (seed: number, jobs: number): Instance => {
  const random = seededRandom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  return {
    name: `${seed}`,
    objective: 'lateness',
    capacity: [1, 1, 1],
    due: Array.from({ length: jobs }, () => (random() < 0.2 ? Infinity : below(25))),
    weight: Array.from({ length: jobs }, () => 1 + below(4)),
    operations: Array.from({ length: 4 * jobs }, (_, i) => ({
      duration: 1 + below(9),
      project: Math.floor(i / 4),
      release: below(5),
      demands: [{ resource: below(3), units: 1 }],
      successors: i % 4 === 3 ? [] : [i + 1],
    })),
  }
}

it('annealing returns the cost of the plan that it returns, which is never worse than the initial one', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 6 }), fc.boolean(), (seed, jobs, isBetween) => {
      const problem = coreProblemOf(tightShop(seed, jobs))
      const rules = bestOfRules(problem, { onPlaced: () => false })
      const shop = jobShopOf(problem)
      if (!rules || !shop) throw new Error('abandoned')
      const run = new SearchRun(problem, rules.best, { seed, iterations: 1_000, onPlaced: () => false })
      const begin = Int32Array.from({ length: shop.count }, (_, i) => i)
      const orders = new MachineOrders(shop)
      orders.load(begin)
      const before = planCost(problem, orders.plan())[0]
      const { order, cost } = criticalSwaps(run, shop)(begin, isBetween)
      orders.load(order)
      expect(planCost(problem, orders.plan())[0]).toBe(cost)
      expect(cost).toBeLessThanOrEqual(before)
    }),
    { numRuns: propertyRuns(100) },
  )
})
