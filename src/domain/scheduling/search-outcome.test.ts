import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunEffort } from '#contract/vocabulary.ts'
import { type RandomShop, randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at } from '#testing/plan-by-hand.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import type { ScheduleOptions, ScheduleResult } from './schedule-result.ts'
import { scheduleShop } from './schedule-shop.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

const run = (snapshot: ShopSnapshot, options: Omit<ScheduleOptions, 'scope'> = {}): ScheduleResult => {
  const result = scheduleShop(snapshot, { scope: 'all', ...options })
  if ('cancelled' in result) throw new Error('cancelled')
  return result
}

/** A project of one operation that is to ship at the end of a day of November 2026. */
const oneCut = (id: string, durationHours: number, day: number, categoryId = 'saw') =>
  project(id, [operation(`${id}1`, { durationHours, categoryId })], { dueMs: at(`${day}T17:00`) })

/** Two days of work each for one saw, both due after the first day: one project is late by 1 day and the other by 4. */
const twoOnOneSaw = shop([oneCut('p', 18, 16), oneCut('q', 18, 16)])

/** A shop that can start everything now and cannot ship it all in time. */
const dueSoon = (shape: RandomShop): ShopSnapshot => {
  const snapshot = randomShop(shape)
  const release = { productionStartMs: null, engineeringReleaseMs: null, customerReleaseMs: null }
  const dueMs = (row: number): number => snapshot.nowMs + row * 43_200_000
  // The lateness of a project with the priority 0 does not count in the search.
  const given = snapshot.projects.map((of, row) => ({ ...of, priority: Math.max(1, of.priority), dueMs: dueMs(row) }))
  return { ...snapshot, projects: given.map((of) => ({ ...of, ...release })) }
}

describe('the outcome of a search', () => {
  it('a search ends with "bound" when no plan can be less late', () => {
    const { lateDays, stats } = run(shop([oneCut('p', 40, 19), oneCut('q', 4, 16, 'weld')]), { effort: 'thorough' })
    expect(lateDays).toBe(4)
    expect(stats.search).toEqual({ ended: 'bound', gainedLate: 0, leastLateDays: 4 })
  })

  it('a search of a single operation, or of a shop without work, ends with "bound"', () => {
    expect(run(shop([oneCut('p', 40, 19)]), { effort: 'quick' }).stats.search?.ended).toBe('bound')
    const { stats } = run(shop([]), { effort: 'quick' })
    expect(stats.search).toEqual({ ended: 'bound', gainedLate: 0, leastLateDays: 0 })
    expect(stats.iterations).toBeGreaterThanOrEqual(0)
  })

  it.each<[string, RunEffort]>([
    ['settled', 'balanced'],
    ['effort', 'quick'],
  ])('is "%s" after %s effort when it finds nothing better than a plan above the bound', (ended, effort) => {
    const { lateDays, stats } = run(twoOnOneSaw, { effort })
    expect(lateDays).toBe(5)
    expect(stats.search).toEqual({ ended, gainedLate: 0, leastLateDays: 2 })
    expect(stats.endedAtStep).toBeNull()
  })

  it('a search that was ended from outside does not say why it ended', () => {
    const { stats } = run(twoOnOneSaw, { effort: 'balanced', shouldEndSearch: () => true })
    expect(stats.endedAtStep).not.toBeNull()
    expect(stats.search?.ended).toBeNull()
  })

  it('a run without a search has no outcome of one', () => {
    expect(run(twoOnOneSaw).stats.search).toBeUndefined()
  })

  it('counts the late days that the last third of the search has saved', () => {
    const snapshot = dueSoon({ seed: 7, projects: 40, operations: 8, categories: 3, trouble: 0 })
    const reported = new Set<number>()
    const { lateDays, stats } = run(snapshot, {
      effort: 'quick',
      onProgress: ({ figures }) => figures && reported.add(figures().lateDays),
    })
    const gained = stats.search?.gainedLate ?? 0
    expect(stats.search?.ended).toBe('effort')
    expect(gained).toBeGreaterThan(0)
    expect(gained).toBeLessThan(Math.max(...reported) - lateDays)
  })

  it('counts no late days saved if the current plan stays', () => {
    const snapshot = dueSoon({ seed: 7, projects: 15, operations: 5, categories: 3, trouble: 0 })
    const again = run(planned(snapshot, run(snapshot, { effort: 'balanced' })), { effort: 'quick' })
    expect(again.movedOperations).toBe(0)
    expect(again.stats.search?.gainedLate).toBe(0)
  })

  it('never has a bound above the late days of its plan, which is as low as the bound if the search says so', () => {
    const shapes = fc.record({
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      projects: fc.integer({ min: 1, max: 12 }),
      operations: fc.integer({ min: 1, max: 6 }),
      categories: fc.integer({ min: 1, max: 4 }),
      trouble: fc.constantFrom<number>(0, 0.3, 1),
      waits: fc.constantFrom<number>(0, 0.3),
      overlaps: fc.constantFrom<number>(0, 0.4),
      outside: fc.constantFrom<number>(0, 0.4),
      setups: fc.constantFrom<number>(0, 0.7),
      pools: fc.constantFrom<number>(0, 0.5),
      alternatives: fc.constantFrom<number>(0, 0.4),
    })
    fc.assert(
      fc.property(shapes, (shape) => {
        const { lateDays, stats } = run(dueSoon(shape), { effort: 'quick' })
        const { ended, leastLateDays } = stats.search ?? {}
        expect(leastLateDays ?? 0).toBeLessThanOrEqual(lateDays)
        if (ended === 'bound') expect(leastLateDays ?? lateDays).toBe(lateDays)
      }),
      { numRuns: propertyRuns(15) },
    )
  })

  it('the bound is the late days of the same shop with room for everything', () => {
    const shapes = fc.record({
      seed: fc.integer({ min: 1, max: 1_000_000 }),
      projects: fc.integer({ min: 2, max: 12 }),
      operations: fc.integer({ min: 1, max: 6 }),
      categories: fc.integer({ min: 1, max: 4 }),
      trouble: fc.constant(0),
      waits: fc.constantFrom<number>(0, 0.3),
      overlaps: fc.constantFrom<number>(0, 0.4),
    })
    fc.assert(
      fc.property(shapes, (shape) => {
        const snapshot = dueSoon(shape)
        const categories = snapshot.categories.map((category) => ({ ...category, capacity: 1_000 }))
        const { stats } = run(snapshot, { effort: 'quick' })
        expect(stats.search?.leastLateDays).toBe(run({ ...snapshot, categories }).lateDays)
      }),
      { numRuns: propertyRuns(20) },
    )
  })
})
