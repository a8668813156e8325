import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coreProblemOf } from '#testing/bench/core-instance.ts'
import { randomNumbers } from '#testing/bench/random-shop.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import type { CoreProblem } from './core-problem.ts'
import { dispatchRules } from './dispatch-rules.ts'
import { parallelSchedule } from './parallel-schedule.ts'
import { PlanBuilder } from './plan-builder.ts'

const shape = fc.record({ seed: fc.nat(100_000), size: fc.integer({ min: 2, max: 40 }) })

/** Projects of chains at two work centers, some due soon. Each operation needs its work center and the `twins` of it. */
const chains = ({ seed, size }: { seed: number; size: number }, twins: number): CoreProblem => {
  const random = randomNumbers(seed)
  const below = (n: number): number => Math.floor(random() * n)
  const operations = Array.from({ length: size }, (_, i) => {
    const center = below(2)
    return {
      duration: 1 + below(9),
      project: Math.floor(i / 4),
      release: below(12),
      demands: Array.from({ length: 1 + twins }, (_, twin) => ({ resource: center + 2 * twin, units: 1 })),
      successors: i % 4 < 3 && i + 1 < size ? [i + 1] : [],
    }
  })
  const due = Array.from({ length: Math.ceil(size / 4) }, () => 10 + below(80))
  return coreProblemOf({
    name: `${seed}`,
    objective: 'lateness',
    capacity: [1, 1, 1, 1],
    due,
    weight: due.map(() => 1),
    operations,
  })
}

const plans = (problem: CoreProblem): [string, number[]][] =>
  dispatchRules(problem).map((make) => {
    const [builder, rule] = [new PlanBuilder(problem), make()]
    parallelSchedule(builder, rule, () => false)
    return [rule.name, [...builder.start]]
  })

describe('the operation due date rule', () => {
  it('the rule propagates the deadline of fixed work back along its chain', () => {
    const chain = [4, 5, 6].map((duration, i) => ({
      duration,
      project: 0,
      release: 0,
      demands: [{ resource: 0, units: 1 }],
      successors: i < 2 ? [i + 1] : [],
    }))
    const instance = { name: 'chain', objective: 'lateness' as const, capacity: [1], due: [1_000], weight: [1] }
    const problem = {
      ...coreProblemOf({ ...instance, operations: chain }),
      deadline: Float64Array.of(Infinity, Infinity, 20),
    }
    const rule = dispatchRules(problem)
      .map((make) => make())
      .find(({ name }) => name === 'operation due date')
    expect([...(rule?.keys ?? [])]).toEqual([5, 9, 14])
  })
})

describe('dispatch rules with parallel generation', () => {
  it('work centers that are open half of the time give the same plan as continuous ones with twice the work', () => {
    fc.assert(
      fc.property(shape, (of) => {
        const around = chains(of, 0)
        const twice = (work: number): number => 2 * work
        const slow = { toWork: (at: number) => at / 2, startWall: twice, endWall: twice, closeAfter: () => Infinity }
        const half = { ...around, calendars: [slow], duration: around.duration.map((work) => work / 2) }
        expect(plans(half)).toEqual(plans(around))
      }),
      { numRuns: propertyRuns(300) },
    )
  })
  it('operations that need two work centers in parallel get the same plan as operations that need one', () => {
    fc.assert(
      fc.property(shape, (of) => {
        expect(plans(chains(of, 1))).toEqual(plans(chains(of, 0)))
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})
