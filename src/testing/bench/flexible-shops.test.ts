import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bestOfRules } from '#domain/scheduling/core/best-of-rules.ts'
import { improvePlan } from '#domain/scheduling/core/improve-plan.ts'
import { lowerBound } from '#domain/scheduling/core/lower-bound.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { checkInstance, coreProblemOf, type Instance, instanceObjective, withChosen } from './core-instance.ts'
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

/** The instance in which every operation runs where the search has put it, and the starts. */
const solve = (instance: Instance, iterations: number) => {
  const problem = coreProblemOf(instance)
  const rules = bestOfRules(problem, { onPlaced: () => false })
  if (!rules) throw new Error('abandoned')
  const { best } = improvePlan(problem, rules.best, { seed: 1, iterations, onPlaced: () => false })
  return { chosen: withChosen(instance, [...(best.mode ?? [])]), starts: [...best.start] }
}

it.each([
  ['a published flexible job shop', kacem, 11],
  ['a published flexible job shop with setups', withSetups, 70],
])('the search finds the optimum of %s, read from its file', (_, text, optimum) => {
  const folder = mkdtempSync(join(tmpdir(), 'instances-'))
  try {
    writeFileSync(join(folder, 'shop.fjs'), text)
    const [instance] = readInstances('fjs', join(folder, 'shop.fjs'))
    if (!instance) throw new Error('not read')
    const { chosen, starts } = solve(instance, 2_000)
    expect(checkInstance(chosen, starts)).toEqual([])
    expect(instanceObjective(chosen, starts)).toBe(optimum)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Jobs of up to three operations on three machines, on some or all of which an operation may run. */
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
        const choices = [0, 1, 2].filter(() => random() < 0.6).map((resource) => ({ resource, duration: 1 + below(9) }))
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

/** The least objective over all choices and all orders of placement, for a few operations only. */
const leastObjective = (instance: Instance): number => {
  const { operations, capacity, setups = [] } = instance
  const starts = operations.map(() => -1)
  const free = capacity.map(() => 0)
  const latest = capacity.map(() => -1)
  const modes: number[] = []
  const rowsBefore = operations.map((_, i) =>
    operations.slice(0, i).reduce((rows, { choices = [] }) => rows + choices.length, 0),
  )
  const search = (placed: number, ready: readonly number[]): number => {
    if (placed === operations.length) return instanceObjective(withChosen(instance, modes), starts)
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
        modes[i] = (rowsBefore[i] ?? 0) + choice
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

it('results for small flexible job shops are optimal for the makespan', () => {
  const small = flexible.filter(({ operations, objective }) => operations.length <= 6 && objective === 'makespan')
  fc.assert(
    fc.property(small, (one) => {
      const { chosen, starts } = solve(one, 3_000)
      expect(instanceObjective(chosen, starts)).toBe(leastObjective(one))
    }),
    { numRuns: propertyRuns(40) },
  )
})

it('results for flexible job shops keep all rules, are never worse than the first plan, and are the same when repeated', () => {
  fc.assert(
    fc.property(flexible, (one) => {
      const { chosen, starts } = solve(one, 300)
      expect(checkInstance(chosen, starts)).toEqual([])
      expect(solve(one, 300).starts).toEqual(starts)
      const [first, cost] = [solve(one, 0), instanceObjective(chosen, starts)]
      expect(cost).toBeLessThanOrEqual(instanceObjective(first.chosen, first.starts))
      expect(cost).toBeGreaterThanOrEqual(lowerBound(coreProblemOf(one)))
    }),
    { numRuns: propertyRuns(60) },
  )
})
