import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RunEffort } from '#contract/vocabulary.ts'
import { checkSchedule } from '#domain/scheduling/check-schedule.ts'
import { scheduleShop } from '#domain/scheduling/schedule-shop.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { instanceBound } from './instance-bound.ts'
import { instancePlanOf, shopObstacle, shopOfInstance } from './instance-shop.ts'
import { checkInstance, type Instance, instanceObjective, withChosen } from './published-instance.ts'
import { randomNumbers } from './random-shop.ts'
import { readInstances } from './read-instances.ts'

/** Kacem, Hammadi and Borne 2002, 4 jobs on 5 machines; the optimum is 11. */
const kacem = `4 5
3 5 0 2 1 5 2 4 3 1 4 2 5 0 5 1 4 2 5 3 7 4 5 5 0 4 1 5 2 5 3 4 4 5
3 5 0 2 1 5 2 4 3 7 4 8 5 0 5 1 6 2 9 3 8 4 5 5 0 4 1 5 2 4 3 54 4 5
4 5 0 9 1 8 2 6 3 7 4 9 5 0 6 1 1 2 2 3 5 4 4 5 0 2 1 5 2 4 3 2 4 4 5 0 4 1 5 2 2 3 1 4 5
2 5 0 1 1 5 2 2 3 4 4 12 5 0 5 1 1 2 2 3 1 4 2
`

/** Fattahi, Saidi Mehrabad and Jolai 2007, two jobs on two machines, with setups between operations; the optimum is 70. */
const withSetups = `2 2 2
2 2 1 25 2 37 2 1 32 2 24
2 2 1 45 2 65 2 1 21 2 65

6 3 4 4
3 6 4 4
3 3 7 4
4 4 4 8
6 3 4 3
3 6 3 3
3 3 6 4
3 4 3 6
`

/** The plan of a run, and the instance at the alternatives that it chose. */
const solve = (instance: Instance, effort?: RunEffort) => {
  const snapshot = shopOfInstance(instance, 'shop')
  const result = scheduleShop(snapshot, { scope: 'all', effort })
  if ('cancelled' in result) throw new Error('the run was cancelled')
  const { starts, choices } = instancePlanOf(instance, 'shop', result)
  return {
    chosen: withChosen(instance, choices),
    starts,
    choices,
    violations: checkSchedule(snapshot, result, { scope: 'all' }),
  }
}

const read = (text: string): Instance => {
  const folder = mkdtempSync(join(tmpdir(), 'instances-'))
  try {
    writeFileSync(join(folder, 'shop.fjs'), text)
    const [instance] = readInstances('fjs', join(folder, 'shop.fjs'))
    if (!instance) throw new Error('not read')
    return instance
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('a published flexible job shop is read from its file, and its plan as a shop chooses machines', () => {
  const instance = read(kacem)
  const { chosen, starts, choices } = solve(instance, 'quick')
  expect(checkInstance(chosen, starts)).toEqual([])
  expect(new Set(choices).size).toBeGreaterThan(1)
  const makespan = instanceObjective(chosen, starts)
  expect(makespan).toBeGreaterThanOrEqual(11)
  expect(makespan).toBeLessThanOrEqual(14)
})

it('a flexible job shop with setups is read from its file, but a shop cannot describe a choice among machines with setups', () => {
  const instance = read(withSetups)
  expect(instance.setups).toHaveLength(2)
  expect(instance.setups?.[0]?.slice(0, 5)).toEqual([6, 3, 4, 4, 3])
  expect(shopObstacle(instance)).toContain('may choose among machines that need setups')
})

/** Jobs of up to three operations on three machines, either with alternatives or with setups. */
const flexible = fc
  .record({ seed: fc.nat(100_000), jobs: fc.integer({ min: 1, max: 6 }), late: fc.boolean(), isSetUp: fc.boolean() })
  .map(({ seed, jobs, late, isSetUp }): Instance => {
    const random = randomNumbers(seed)
    const below = (n: number): number => Math.floor(random() * n)
    const rows = Array.from({ length: jobs }, (_, project) => ({ project, length: 1 + below(3) })).flatMap(
      ({ project, length }) => Array.from({ length }, (_, k) => ({ project, isLast: k + 1 === length })),
    )
    return {
      name: `${seed}`,
      objective: late ? 'lateness' : 'makespan',
      capacity: [1, 1, 1],
      due: Array.from({ length: jobs }, () => below(20)),
      weight: Array.from({ length: jobs }, () => 1 + below(3)),
      operations: rows.map(({ project, isLast }, i) => {
        const choices = [0, 1, 2]
          .filter(() => random() < 0.6 && !isSetUp)
          .map((resource) => ({ resource, duration: 1 + below(9) }))
        const { resource, duration } = choices[0] ?? { resource: below(3), duration: 1 + below(9) }
        return {
          duration,
          project,
          release: below(5),
          demands: [{ resource, units: 1 }],
          successors: isLast ? [] : [i + 1],
          ...(choices.length > 1 && { choices }),
        }
      }),
      ...(isSetUp && { setups: [0, 1, 2].map(() => Array.from({ length: rows.length ** 2 }, () => below(6))) }),
    }
  })

/** Smallest objective over all choices and all orders of placement. Only feasible for a few operations. */
const leastObjective = (instance: Instance): number => {
  const { operations, capacity, setups = [] } = instance
  const starts = operations.map(() => -1)
  const free = capacity.map(() => 0)
  const latest = capacity.map(() => -1)
  const chosen: number[] = operations.map(() => -1)
  const search = (placed: number, ready: readonly number[]): number => {
    if (placed === operations.length) return instanceObjective(withChosen(instance, chosen), starts)
    let least = Infinity
    operations.forEach(({ choices, duration, demands, successors, release }, i) => {
      const isWaiting = operations.some((other, k) => other.successors.includes(i) && (starts[k] ?? -1) < 0)
      if ((starts[i] ?? -1) >= 0 || isWaiting) return
      const own = [{ resource: demands[0]?.resource ?? 0, duration }]
      for (const [choice, at] of (choices ?? own).entries()) {
        const [before, last] = [free[at.resource] ?? 0, latest[at.resource] ?? -1]
        const setup = last < 0 ? 0 : (setups[at.resource]?.[last * operations.length + i] ?? 0)
        const start = Math.max(release, before + setup, ready[i] ?? 0)
        const end = start + at.duration
        starts[i] = start
        chosen[i] = choices ? choice : -1
        free[at.resource] = end
        latest[at.resource] = i
        least = Math.min(
          least,
          search(
            placed + 1,
            ready.map((from, k) => (successors.includes(k) ? Math.max(from, end) : from)),
          ),
        )
        free[at.resource] = before
        latest[at.resource] = last
        starts[i] = -1
      }
    })
    return least
  }
  return search(
    0,
    operations.map(() => 0),
  )
}

it('plans of small flexible job shops are never better than the best of all plans', () => {
  fc.assert(
    fc.property(
      flexible.filter(({ operations }) => operations.length <= 6),
      (one) => {
        const { chosen, starts } = solve(one, 'quick')
        const least = leastObjective(one)
        expect(instanceObjective(chosen, starts)).toBeGreaterThanOrEqual(least)
        expect(least).toBeGreaterThanOrEqual(instanceBound(one))
      },
    ),
    { numRuns: propertyRuns(40) },
  )
})

it('plans of job shops with a choice or with setups satisfy all constraints, are never worse than the first plan, and are reproducible', () => {
  fc.assert(
    fc.property(flexible, (one) => {
      const { chosen, starts, violations } = solve(one, 'quick')
      expect(checkInstance(chosen, starts)).toEqual([])
      expect(violations).toEqual([])
      expect(solve(one, 'quick').starts).toEqual(starts)
      const first = solve(one)
      expect(instanceObjective(chosen, starts)).toBeLessThanOrEqual(instanceObjective(first.chosen, first.starts))
    }),
    { numRuns: propertyRuns(60) },
  )
})
