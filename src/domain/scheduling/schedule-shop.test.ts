import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runEfforts } from '#contract/vocabulary.ts'
import { type RandomShop, randomNumbers, randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, behind, run } from '#testing/plan-by-hand.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ScheduleOptions, ScheduleResult } from './schedule-result.ts'
import { scheduleShop } from './schedule-shop.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

/** Shops in which any combination of features may occur. */
const shops = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  projects: fc.integer({ min: 1, max: 25 }),
  operations: fc.integer({ min: 1, max: 12 }),
  categories: fc.integer({ min: 1, max: 6 }),
  trouble: fc.constantFrom<number>(0, 0.3, 1),
  materials: fc.constantFrom<number>(0, 0.3),
  capacities: fc.constantFrom<number>(0, 0.7),
  waits: fc.constantFrom<number>(0, 0.3),
  overlaps: fc.constantFrom<number>(0, 0.4),
  outside: fc.constantFrom<number>(0, 0.4),
  setups: fc.constantFrom<number>(0, 0, 0.7),
  pools: fc.constantFrom<number>(0, 0, 0.5),
  alternatives: fc.constantFrom<number>(0, 0.4),
})

/**
 * Shops for properties of the search, which tries more plans for more operations: twice as many operations take four
 * times as long. Its behavior depends on the features of a shop and not on its size.
 */
const searched = shops.map((shop) => ({
  ...shop,
  projects: Math.ceil(shop.projects / 2),
  operations: Math.ceil(shop.operations / 2),
}))

/** The same shop with every list reordered. */
const shuffled = (snapshot: ShopSnapshot, seed: number): ShopSnapshot => {
  const random = randomNumbers(seed)
  const mix = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  return {
    ...snapshot,
    categories: mix(snapshot.categories),
    shifts: mix(snapshot.shifts),
    projects: mix(snapshot.projects).map((project) => ({
      ...project,
      operations: mix(project.operations).map((o) => ({ ...o, dependencies: mix(o.dependencies) })),
    })),
  }
}

/** A shop that can start everything now and cannot ship it all in time. */
const dueSoon = (shape: RandomShop): ShopSnapshot => {
  const snapshot = randomShop(shape)
  const release = { productionStartMs: null, engineeringReleaseMs: null, customerReleaseMs: null }
  const dueMs = (row: number): number => snapshot.nowMs + (row % 5) * 86_400_000
  return {
    ...snapshot,
    projects: snapshot.projects.map((of, row) => ({ ...of, ...release, dueMs: dueMs(row) })),
  }
}

/** The plan found by a search, verified by the checker. */
const search = (snapshot: ShopSnapshot, options: Omit<ScheduleOptions, 'scope'>): ScheduleResult => {
  const result = scheduleShop(snapshot, { scope: 'all', ...options })
  if ('cancelled' in result) throw new Error('cancelled')
  expect(checkSchedule(snapshot, result, { scope: 'all' })).toEqual([])
  return result
}

describe('scheduleShop on random shops', () => {
  it('a plan never has a violation', () => {
    fc.assert(
      fc.property(shops, (shop) => {
        // `run` calls the checker.
        expect(run(randomShop(shop)).operations).toHaveLength(shop.projects * shop.operations)
      }),
      // The first example: an operation waits for an unscheduled one that follows it in the sequence.
      {
        numRuns: propertyRuns(250),
        // The second example: a pin has passed, and the predecessor could be delayed until after its new position.
        examples: [
          [
            {
              seed: 394474,
              projects: 22,
              operations: 12,
              categories: 6,
              trouble: 1,
              materials: 0,
              capacities: 0,
              waits: 0,
              overlaps: 0,
              outside: 0,
              setups: 0,
              pools: 0,
              alternatives: 0,
            },
          ],
          [
            {
              seed: 1694666,
              projects: 15,
              operations: 11,
              categories: 5,
              trouble: 0.6,
              materials: 0,
              capacities: 0,
              waits: 0,
              overlaps: 0,
              outside: 0,
              setups: 0,
              pools: 0,
              alternatives: 0,
            },
          ],
          // A pin has passed, and its predecessor fits before the new position only if another family comes between the two.
          [
            {
              seed: 86107,
              projects: 5,
              operations: 12,
              categories: 5,
              trouble: 1,
              setups: 0.7,
              materials: 0,
              capacities: 0,
              waits: 0,
              overlaps: 0,
              outside: 0,
              pools: 0,
              alternatives: 0,
            },
          ],
          // Two fixed operations end together, and only one of them needs a changeover before the next.
          [
            {
              seed: 31508,
              projects: 10,
              operations: 12,
              categories: 1,
              trouble: 1,
              setups: 0.7,
              materials: 0,
              capacities: 0,
              waits: 0,
              overlaps: 0,
              outside: 0,
              pools: 0,
              alternatives: 0,
            },
          ],
        ],
      },
    )
  })

  it('a run over one project schedules it around the others', () => {
    fc.assert(
      fc.property(shops, fc.nat(), (shop, pick) => {
        const before = randomShop(shop)
        const snapshot = planned(before, run({ ...before, freezeWorkingDays: 0 }))
        const project = snapshot.projects[pick % snapshot.projects.length]
        const scope = { projectId: project?.projectId ?? '' }
        const result = run(snapshot, scope)
        expect(result.operations.map((o) => o.operationId)).toEqual(project?.operations.map((o) => o.operationId))
      }),
      {
        numRuns: propertyRuns(80),
        // Started work of another project was planned to end at the current minute.
        examples: [
          [
            {
              seed: 641240,
              projects: 4,
              operations: 3,
              categories: 1,
              trouble: 1,
              setups: 0,
              pools: 0,
              materials: 0,
              capacities: 0,
              waits: 0,
              overlaps: 0,
              outside: 0,
              alternatives: 0,
            },
            1249941727,
          ],
        ],
      },
    )
  })

  it('a run over one project schedules it around others that ran over their planned ends', () => {
    fc.assert(
      fc.property(searched, fc.nat(), fc.integer({ min: 1, max: 10_000 }), (shop, pick, minutes) => {
        const before = randomShop(shop)
        const plan = planned(before, run({ ...before, freezeWorkingDays: 0 }))
        const later = { ...plan, nowMs: plan.nowMs + minutes * 60_000 }
        const project = later.projects[pick % later.projects.length]
        const result = run(later, { projectId: project?.projectId ?? '' })
        expect(result.operations).toHaveLength(shop.operations)
      }),
      { numRuns: propertyRuns(80) },
    )
  })

  it('the result for the same shop is the same, byte for byte, in any order of the input', () => {
    fc.assert(
      fc.property(shops, (shop) => {
        const snapshot = randomShop(shop)
        const result = run(snapshot)
        expect(JSON.stringify(run(structuredClone(snapshot)))).toBe(JSON.stringify(result))
        const other = run(shuffled(snapshot, shop.seed))
        const byId = (of: ScheduleResult) => [...of.operations].sort((a, b) => (a.operationId < b.operationId ? -1 : 1))
        expect(byId(other)).toEqual(byId(result))
        expect(other.lateProjects).toBe(result.lateProjects)
      }),
      {
        numRuns: propertyRuns(60),
        // An operation waits for the same predecessor twice: without a lag, and with a lag in clock time.
        examples: [
          [
            {
              seed: 380310,
              projects: 5,
              operations: 7,
              categories: 4,
              trouble: 1,
              materials: 0,
              capacities: 0,
              waits: 0.3,
              overlaps: 0,
              outside: 0,
              setups: 0,
              pools: 0,
              alternatives: 0,
            },
          ],
          // Two work centers are free for the same operations at the same time.
          [
            {
              seed: 79190,
              projects: 11,
              operations: 11,
              categories: 6,
              trouble: 0.3,
              materials: 0,
              capacities: 0,
              waits: 0.25,
              overlaps: 0.4,
              outside: 0,
              setups: 0,
              pools: 0,
              alternatives: 0.5,
            },
          ],
        ],
      },
    )
  })

  it('a second run moves nothing, and reports the same statistics for the same plan', () => {
    fc.assert(
      // A fixed seed; `bench:engine -- --shops` tries others.
      fc.property(shops, (shape) => {
        const before = randomShop(shape)
        const first = run(before)
        const again = run(planned(before, first))
        expect(again.objective).toEqual({ ...first.objective, movedOperations: 0 })
        const passed = before.projects.some(({ operations }) =>
          operations.some((of) => of.pinned && (of.scheduledStartMs ?? before.nowMs) < before.nowMs),
        )
        // A pin that has passed cannot be respected, which only the next run counts.
        if (!passed) expect(again.before.weightedLatenessHours).toBeCloseTo(first.objective.weightedLatenessHours, 4)
      }),
      { numRuns: propertyRuns(80), seed: 20_261_122 },
    )
  })

  it('a run is never worse than following the current plan with the same work scheduled', () => {
    fc.assert(
      fc.property(shops, fc.integer({ min: 0, max: 10 }), (shape, days) => {
        const before = randomShop(shape)
        const aged = { ...planned(before, run(before)), nowMs: before.nowMs + days * 86_400_000 }
        const followed = run(aged, 'all', 'keepSequence')
        const result = run(aged)
        expect(result.before.weightedLatenessHours).toBe(followed.objective.weightedLatenessHours)
        if (result.stats.unplacedOperations < followed.stats.unplacedOperations) return
        expect(result.objective.weightedLatenessHours).toBeLessThanOrEqual(result.before.weightedLatenessHours + 1e-6)
      }),
      { numRuns: propertyRuns(50), seed: 20_261_122 },
    )
  })
})

describe('a search for a better plan of random shops', () => {
  it('more effort never gives a worse plan, has no violation and is reproducible by its seed', () => {
    fc.assert(
      fc.property(searched, fc.integer({ min: 1, max: 1_000 }), (shop, seed) => {
        const snapshot = randomShop(shop)
        const plain = run(snapshot)
        const options = { seed, effort: 'quick' as const }
        const better = search(snapshot, options)
        const [late, before] = [better, plain].map(({ objective }) => objective.weightedLatenessHours)
        const isMore = better.stats.unplacedOperations < plain.stats.unplacedOperations
        // If more work is scheduled, more can be late.
        expect(isMore || (late ?? Infinity) <= (before ?? 0) + 1e-6).toBe(true)
        expect(better.stats.unplacedOperations).toBeLessThanOrEqual(plain.stats.unplacedOperations)
        expect(JSON.stringify(search(snapshot, options))).toBe(JSON.stringify(better))
      }),
      { numRuns: propertyRuns(40) },
    )
  })

  it('more effort gives no later plan if a search gains on work before fixed work what it loses on ship dates', () => {
    const share = { materials: 0, capacities: 0, waits: 0.3, overlaps: 0.4, outside: 0, setups: 0.7 }
    const snapshot = randomShop({ seed: 19_911, projects: 16, operations: 8, categories: 1, trouble: 1, ...share })
    const [plain, better] = [run(snapshot), search(snapshot, { seed: 1, effort: 'quick' })]
    expect(better.stats.unplacedOperations).toBe(plain.stats.unplacedOperations)
    expect(better.objective.weightedLatenessHours).toBeLessThanOrEqual(plain.objective.weightedLatenessHours)
  })

  it('a second search with the same effort moves nothing', () => {
    fc.assert(
      fc.property(searched, (shape) => {
        const before = randomShop(shape)
        const first = search(before, { effort: 'quick' })
        expect(search(planned(before, first), { effort: 'quick' }).objective.movedOperations).toBe(0)
      }),
      { numRuns: propertyRuns(40) },
    )
  })

  it.each(runEfforts)(
    '%s effort finds a better plan than the rules, and moves nothing the second time',
    (effort) => {
      const before = dueSoon({ seed: 4, projects: 10, operations: 4, categories: 3, trouble: 0 })
      const first = search(before, { effort })
      expect(first.objective.weightedLatenessHours).toBeLessThan(run(before).objective.weightedLatenessHours)
      expect(search(planned(before, first), { effort }).objective.movedOperations).toBe(0)
    },
    180_000,
  )

  it('a run with little effort keeps a better plan from an earlier run with more effort, and moves nothing', () => {
    const before = dueSoon({ seed: 4, projects: 20, operations: 6, categories: 3, trouble: 0 })
    const [quick, balanced] = (['quick', 'balanced'] as const).map((effort) => search(before, { effort }))
    expect(balanced?.objective.weightedLatenessHours).toBeLessThan(quick?.objective.weightedLatenessHours ?? 0)
    const after = balanced && search(planned(before, balanced), { effort: 'quick' })
    expect(after?.objective).toEqual({ ...balanced?.objective, movedOperations: 0 })
  })

  it('a search that is ended early returns the best plan so far, and can be repeated by its step', () => {
    const snapshot = dueSoon({ seed: 4, projects: 20, operations: 6, categories: 3, trouble: 0 })
    let polls = 0
    const ended = search(snapshot, { effort: 'balanced', shouldEndSearch: () => ++polls > 400 })
    const { endedAtStep } = ended.stats
    expect(endedAtStep).not.toBeNull()
    expect(ended.objective.weightedLatenessHours).toBeLessThan(run(snapshot).objective.weightedLatenessHours)
    const again = search(snapshot, { effort: 'balanced', endAtStep: endedAtStep ?? 0 })
    expect(JSON.stringify(again)).toBe(JSON.stringify(ended))
    expect(search(snapshot, { effort: 'quick' }).stats.endedAtStep).toBeNull()
  })
})

describe('a run over random shops', () => {
  it('all work that fits into little working time is scheduled, although leaving some out would look less late', () => {
    const opens = (categoryId: string, from: string, to: string) =>
      ({ kind: 'overtime', name: categoryId, categoryId, startMs: at(from), endMs: at(to) }) as const
    const chain = (id: string, hours: [number, number]) => {
      const [cut, paint] = hours.map((durationHours, i) => ({ durationHours, categoryId: i === 0 ? 'cut' : 'paint' }))
      const list = [operation(`${id}1`, cut), operation(`${id}2`, { ...paint, dependencies: behind(`${id}1`) })]
      return project(id, list, { dueMs: at('16T17:00') })
    }
    const closed = { capacity: 1, shiftId: 'never' }
    // Both fit only if the first chain goes first; the second one then ends an hour later than it could alone.
    const saturday = shop([chain('p', [1, 3]), chain('q', [3, 1])], {
      categories: ['cut', 'paint'].map((categoryId) => ({ categoryId, name: categoryId, ...closed })),
      exceptions: [opens('cut', '21T08:00', '21T12:00'), opens('paint', '21T09:00', '21T13:00')],
    })
    expect(search(saturday, { effort: 'quick' }).stats).toMatchObject({ placedOperations: 4, unplacedOperations: 0 })
  })

  it('progress and statistics count active projects only', () => {
    const set = (phase: string) => project(phase, [operation(`Cut ${phase}`)], { phase })
    const snapshot = shop(['production', 'engineering', 'complete', 'shipped', 'on_hold', 'cancelled'].map(set))
    const seen: [number, number, string | undefined][] = []
    const plan = scheduleShop(snapshot, {
      scope: 'all',
      onProgress: ({ phase, completedProjects, totalProjects, projectName }) => {
        if (phase === 'placing') seen.push([completedProjects, totalProjects, projectName])
      },
    })
    expect(seen.map(([completed, total]) => `${completed} of ${total}`)).toEqual(['0 of 2', '1 of 2', '2 of 2'])
    expect(new Set(seen.flatMap(([, , name]) => name ?? []))).toEqual(
      new Set(snapshot.projects.slice(0, 2).map(({ projectName }) => projectName)),
    )
    expect(plan).toMatchObject({ stats: { activeProjects: 2 } })
  })

  it('the lateness of the projects placed last adds up to the late days if these are all projects', () => {
    const snapshot = randomShop({ seed: 5, projects: 8, operations: 30, categories: 1, trouble: 0 })
    const reported: number[] = []
    scheduleShop(snapshot, {
      scope: 'all',
      effort: 'quick',
      onProgress: ({ figures }) => {
        if (!figures) return
        const { recentLateness, lateDays, lateDaysBefore } = figures()
        const sum = (days: (number | null)[]) => days.reduce<number>((all, each) => all + Math.max(0, each ?? 0), 0)
        expect(sum(recentLateness.map(({ after }) => after))).toBe(lateDays)
        expect(sum(recentLateness.map(({ before }) => before))).toBe(lateDaysBefore)
        reported.push(lateDays)
      },
    })
    expect(Math.max(...reported)).toBeGreaterThan(0)
  })

  it('a run reports progress and can be cancelled', () => {
    const snapshot = randomShop({ seed: 3, projects: 100, operations: 10, categories: 5, trouble: 0 })
    const seen: number[] = []
    scheduleShop(snapshot, {
      scope: 'all',
      onProgress: ({ phase, completedProjects, totalProjects }) => {
        if (phase === 'placing') seen.push(completedProjects)
        if (phase !== 'initializing') expect(totalProjects).toBe(100)
      },
    })
    expect(seen[0]).toBe(0)
    expect(seen.at(-1)).toBe(100)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    let polls = 0
    expect(scheduleShop(snapshot, { scope: 'all', shouldStop: () => ++polls > 2 })).toEqual({ cancelled: true })
    expect(polls).toBe(3)
  })
})
