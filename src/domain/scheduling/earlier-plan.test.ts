// @module-tag property
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RandomShop, randomShop } from '#testing/bench/random-shop.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { checkSchedule } from './check-schedule.ts'
import type { EarlierPlan, ScheduleOptions, ScheduleResult } from './schedule-result.ts'
import { scheduleShop } from './schedule-shop.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

const shapes = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  projects: fc.integer({ min: 3, max: 8 }),
  operations: fc.integer({ min: 2, max: 5 }),
  categories: fc.integer({ min: 1, max: 4 }),
  trouble: fc.constant(0),
  alternatives: fc.constantFrom(0, 0.5),
})

/** A shop without a plan in which everything can start now, and too much is due on the first days. */
const busyShop = (shape: RandomShop): ShopSnapshot => {
  const snapshot = randomShop(shape)
  const release = { productionStartMs: null, engineeringReleaseMs: null, customerReleaseMs: null }
  return {
    ...snapshot,
    projects: snapshot.projects.map((project, row) => ({
      ...project,
      ...release,
      dueMs: snapshot.nowMs + (row % 5) * 86_400_000,
      operations: project.operations.map((one) => ({ ...one, scheduledStartMs: null, scheduledEndMs: null })),
    })),
  }
}

/** The plan of a shop, verified by the checker. */
const run = (snapshot: ShopSnapshot, options: Omit<ScheduleOptions, 'scope'> = {}): ScheduleResult => {
  const result = scheduleShop(snapshot, { scope: 'all', ...options })
  if ('cancelled' in result) throw new Error('cancelled')
  expect(checkSchedule(snapshot, result, { scope: 'all' })).toEqual([])
  return result
}

const startsOf = ({ operations }: ScheduleResult): EarlierPlan =>
  new Map(operations.map(({ operationId, startMs, categoryId }) => [operationId, { startMs, categoryId }]))

const hours = ({ objective }: ScheduleResult): number => objective.weightedLatenessHours

describe('a run that starts from an earlier plan', () => {
  it('the result is no worse than that plan', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const snapshot = busyShop(shape)
        const earlier = run(snapshot, { effort: 'quick' })
        expect(hours(run(snapshot, { startFrom: startsOf(earlier) }))).toBeLessThanOrEqual(hours(earlier))
      }),
      { numRuns: propertyRuns(60) },
    )
  })

  it('the result is better than that of the rules alone where the plan is', () => {
    const shape = { projects: 8, operations: 5, categories: 3, trouble: 0, alternatives: 0.5 }
    for (const seed of [1, 2, 3, 4, 5]) {
      const snapshot = busyShop({ ...shape, seed })
      const [rules, earlier] = [run(snapshot), run(snapshot, { effort: 'quick' })]
      expect(hours(earlier)).toBeLessThan(hours(rules))
      expect(hours(run(snapshot, { startFrom: startsOf(earlier) }))).toBeLessThan(hours(rules))
    }
  })

  it('the result obeys every rule two hours later, without a project and with less work in the others', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const snapshot = busyShop(shape)
        const startFrom = startsOf(run(snapshot, { effort: 'quick' }))
        const later = {
          ...snapshot,
          nowMs: snapshot.nowMs + 2 * 3_600_000,
          projects: snapshot.projects.slice(1).map((of) => ({ ...of, operations: of.operations.slice(0, 3) })),
        }
        expect(run(later, { startFrom }).stats.unplacedOperations).toBe(0)
      }),
      { numRuns: propertyRuns(40) },
    )
  })

  it('operations that the shop does not have are ignored', () => {
    const snapshot = busyShop({ seed: 7, projects: 5, operations: 4, categories: 2, trouble: 0, alternatives: 0.5 })
    const startFrom = new Map([['gone', { startMs: snapshot.nowMs, categoryId: 'gone' }]])
    expect(run(snapshot, { effort: 'quick', startFrom })).toEqual(run(snapshot, { effort: 'quick' }))
  })
})
