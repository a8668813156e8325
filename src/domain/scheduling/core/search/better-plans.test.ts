import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '#testing/property-runs.ts'
import type { RankedPlan } from '../best-of-rules.ts'
import { BetterPlans } from './better-plans.ts'

const planAt = (at: number): RankedPlan => ({
  start: Float64Array.of(at),
  end: Float64Array.of(at),
  cost: [0, 0, 0, 0, 0],
  rule: 'search',
  generation: 'serial',
})

it('the plan before the last third of a search is the last one found by then, or one found up to two percent later', () => {
  const costs = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 400 })
  fc.assert(
    fc.property(costs, fc.nat(20_000), (steps, rest) => {
      const first = planAt(0)
      const plans = new BetterPlans(first)
      const all = [{ spent: 0, plan: first }]
      let spent = 0
      for (const step of steps) {
        spent += step
        const plan = planAt(spent)
        plans.add(plan, spent)
        all.push({ spent, plan })
      }
      spent += rest
      const lastBy = (limit: number) => all.findLast((found) => found.spent <= limit)?.plan.start[0] ?? 0
      const [at] = plans.beforeLast(spent).start
      expect(at).toBeGreaterThanOrEqual(lastBy((spent * 2) / 3))
      expect(at).toBeLessThanOrEqual(lastBy(((spent * 2) / 3) * 1.02))
    }),
    { numRuns: propertyRuns(300) },
  )
})

it('a search that finds a better plan at each step keeps only a few of them', () => {
  const first = planAt(0)
  const plans = new BetterPlans(first)
  for (let spent = 1; spent <= 100_000; spent++) plans.add(planAt(spent), spent)
  expect(plans.size).toBeLessThan(25)
  expect(plans.beforeLast(100_000).start[0]).toBeGreaterThan(66_000)
})
