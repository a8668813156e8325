import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mondayMorningMs, operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { learnPaces } from '../learned/learn-paces.ts'
import type { LearnedPace, LearnedPaces } from '../learned/learned-pace.ts'
import { StoppedError } from '../scheduling/stopped.ts'
import { hourMs } from '../time/units.ts'
import { valueAt } from '../value-at.ts'
import { noOdds, shopOdds } from './shop-odds.ts'

const pace: LearnedPace = { factor: 1.5, spread: 0.3, count: 40, basis: 'workCenter' }

/** A shop that knows the pace of the saw, and of no other work center. */
const knownSaw: LearnedPaces = {
  groups: [{ categoryId: 'saw', kind: null, pace, days: 90, includesWaiting: false }],
  key: '',
  shop: null,
  paceOf: ({ categoryId }) => (categoryId === 'saw' ? pace : null),
}
const learned = { paces: knownSaw, drift: 0 }
const startMs = mondayMorningMs
const planned = { scheduledStartMs: startMs, scheduledEndMs: startMs + 4 * hourMs }

const alone = (over: Parameters<typeof operation>[1] = {}, dueMs: number | null = null) =>
  shop([project('p', [operation('cut', { ...planned, ...over })], { dueMs })], {
    defaultShiftId: null,
    holidays: [],
  })

describe('shopOdds', () => {
  it('the dates spread around the learned pace, earlier and later than the plan', () => {
    const [odds] = shopOdds(alone(), learned).projects
    const hoursTo = (ms = Number.NaN) => (ms - startMs) / hourMs
    expect(hoursTo(odds?.p50Ms)).toBeGreaterThan(5.4)
    expect(hoursTo(odds?.p50Ms)).toBeLessThan(6.6)
    expect(hoursTo(odds?.p10Ms)).toBeLessThan(4.7)
    expect(hoursTo(odds?.p80Ms)).toBeGreaterThan(7)
    expect(odds?.p90Ms).toBeGreaterThan(odds?.p80Ms ?? Infinity)
  })

  it('the chance to ship on time grows with the due date, and there is none without one', () => {
    const chanceAt = (dueMs: number | null) => shopOdds(alone({}, dueMs), learned).projects[0]?.onTimeChance
    expect(chanceAt(null)).toBeNull()
    expect(chanceAt(startMs)).toBe(0)
    const half = chanceAt(startMs + 6 * hourMs) ?? 0
    expect(half).toBeGreaterThan(0.35)
    expect(half).toBeLessThan(0.65)
    expect(chanceAt(startMs + 100 * hourMs)).toBe(1)
  })

  it('two computations give the same odds, and other work leaves the odds of independent work alone', () => {
    const [odds] = shopOdds(alone(), learned).projects
    expect(shopOdds(alone(), learned).projects[0]).toEqual(odds)
    const shared = alone()
    const other = project('q', [operation('weld', { ...planned, categoryId: 'weld' })])
    expect(shopOdds({ ...shared, projects: [...shared.projects, other] }, learned).projects).toEqual([odds])
  })

  it('hours that are at the learned pace already are not stretched again', () => {
    const estimated = shopOdds(alone(), learned)
    const paced = shopOdds(alone({ durationHours: 6, estimateHours: 4 }), learned)
    expect(paced).toEqual(estimated)
  })

  it('known hours are the median themselves, with the spread of their pace', () => {
    const estimated = shopOdds(alone(), learned)
    const known = shopOdds(alone({ durationHours: 6, originalHours: 4 }), learned)
    expect(known).toEqual(estimated)
  })

  it('started work is drawn for the part that is left', () => {
    const started = alone({ actualStartMs: startMs - 4 * hourMs, progressPercentage: 50 })
    const [odds] = shopOdds(started, learned).projects
    expect(((odds?.p50Ms ?? 0) - startMs) / hourMs).toBeCloseTo(3, 0)
  })

  it('a project has odds from four fifths of its work at known work centers', () => {
    const withOther = (durationHours: number) => {
      const dates = { ...planned, scheduledEndMs: startMs + durationHours * hourMs }
      const weld = operation('weld', { ...dates, durationHours, categoryId: 'weld' })
      return shop([project('p', [operation('cut', planned), weld])], { defaultShiftId: null, holidays: [] })
    }
    expect(shopOdds(withOther(1), learned).projects).toHaveLength(1)
    expect(shopOdds(withOther(1.1), learned).projects).toEqual([])
    expect(shopOdds(withOther(1.1), learned).projectGaps).toEqual([{ projectId: 'p', unknownAt: 'weld' }])
  })

  it('one project gets the same odds alone as among all', () => {
    const shared = alone()
    const both = { ...shared, projects: [...shared.projects, project('q', [operation('cut q', planned)])] }
    const { projects } = shopOdds(both, learned)
    expect(projects).toHaveLength(2)
    const ofOne = shopOdds(both, learned, { projectId: 'q' })
    expect(ofOne.projects).toEqual(projects.filter(({ projectId }) => projectId === 'q'))
    expect(ofOne.operations).toEqual([])
  })

  it('a shop in which nothing was learned has no odds', () => {
    const none = { categoryId: [], name: [], setupFamily: [], estimateHours: [], actualHours: [] }
    const paces = learnPaces({ ...none, includesWaiting: [], finishedMs: [] }, startMs)
    expect(shopOdds(alone(), { paces, drift: 0 })).toEqual(noOdds)
  })

  it('completed projects, and projects with work that never ends, have no odds', () => {
    expect(shopOdds(alone({ actualEndMs: startMs - hourMs, progressPercentage: 100 }), learned)).toEqual(noOdds)
    const shut = operation('shut', { durationHours: 0.5, categoryId: 'shut' })
    const stuck = shop([project('p', [operation('cut', planned), shut])])
    expect(shopOdds(stuck, learned).projects).toEqual([])
  })

  it('a computation that is stopped between or within samples throws', () => {
    let asked = 0
    expect(() => shopOdds(alone(), learned, { shouldStop: () => ++asked > 20 })).toThrow(StoppedError)
    expect(asked).toBe(21)
  })

  it('work of one work center is slow or fast together, so a chain spreads more than independent work would', () => {
    const chain = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        operation(`cut ${at}`, {
          durationHours: 1,
          scheduledStartMs: startMs + at * hourMs,
          scheduledEndMs: startMs + (at + 1) * hourMs,
          dependencies: at > 0 ? [{ operationId: `cut ${at - 1}`, lagHours: 0 }] : [],
        }),
      )
    const widthWith = (drift: number) => {
      const snapshot = shop([project('p', chain(40))], { defaultShiftId: null, holidays: [] })
      const odds = valueAt(shopOdds(snapshot, { paces: knownSaw, drift }).projects, 0)
      return (odds.p90Ms - odds.p10Ms) / hourMs
    }
    expect(widthWith(0.2)).toBeGreaterThan(2 * widthWith(0))
  })
})

/** A chain of operations at the saw, each `hours` long. The work centers of some of them can be others. */
const chainOf = (hours: readonly number[], over: { readonly centers?: readonly string[]; dueMs?: number } = {}) => {
  const starts = hours.map((_, at) => hours.slice(0, at).reduce((sum, one) => sum + one, 0))
  const operations = hours.map((durationHours, at) =>
    operation(`step ${at}`, {
      durationHours,
      categoryId: over.centers?.[at] ?? 'saw',
      scheduledStartMs: startMs + valueAt(starts, at) * hourMs,
      scheduledEndMs: startMs + (valueAt(starts, at) + durationHours) * hourMs,
      dependencies: at > 0 ? [{ operationId: `step ${at - 1}`, lagHours: 0 }] : [],
    }),
  )
  return shop([project('p', operations, { dueMs: over.dueMs ?? null })], { defaultShiftId: null, holidays: [] })
}

describe('shopOdds of operations', () => {
  it('a successor never has earlier dates than its predecessor, and the last operation of a chain has the odds of its project', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(lengths, (hours) => {
        const dueMs = startMs + 40 * hourMs
        const { projects, operations } = shopOdds(chainOf(hours, { dueMs }), learned, { samples: 40 })
        expect(operations.map(({ operationId }) => operationId)).toEqual(hours.map((_, at) => `step ${at}`))
        for (const date of ['p10Ms', 'p50Ms', 'p80Ms', 'p90Ms'] as const) {
          const dates = operations.map((one) => one[date])
          expect(dates).toEqual(dates.toSorted((a, b) => a - b))
          expect(dates.at(-1)).toBe(projects[0]?.[date])
        }
        expect(operations.at(-1)?.needByChance).toBe(projects[0]?.onTimeChance)
      }),
      { numRuns: 30 },
    )
  })

  it('the chance of an operation is to end by its need-by date, which leaves time for the work after it', () => {
    const { operations, projects } = shopOdds(chainOf([4, 4], { dueMs: startMs + 12 * hourMs }), learned)
    // It is needed 4 of 12 hours before the ship date and takes 6 hours, so 8 hours are enough more often than not.
    const needed = shopOdds(chainOf([4], { dueMs: startMs + 8 * hourMs }), learned).projects[0]?.onTimeChance
    expect(operations[0]?.needByChance).toBe(needed)
    expect(operations[0]?.needByChance).toBeGreaterThan(0.7)
    expect(projects[0]?.onTimeChance).toBeLessThan(0.7)
  })

  it('an operation without a due date has odds and no chance', () => {
    expect(shopOdds(chainOf([4]), learned).operations).toMatchObject([{ operationId: 'step 0', needByChance: null }])
  })

  it('an operation has odds from four fifths of known work of its own and ahead of it, and otherwise names the unknown work center', () => {
    const centers = ['saw', 'weld', 'saw']
    const { operations, operationGaps, projectGaps } = shopOdds(chainOf([4, 4, 12], { centers }), learned)
    expect(operations.map(({ operationId }) => operationId)).toEqual(['step 0', 'step 2'])
    expect(operationGaps).toEqual([{ operationId: 'step 1', unknownAt: 'weld' }])
    expect(projectGaps).toEqual([])
  })

  it('of two unknown work centers the gap names the one with more work, and unknown work without a work center leaves no gap', () => {
    const both = operation('join', { ...planned, categoryId: 'weld' })
    const shut = operation('wait', { ...planned, categoryId: 'paint', durationHours: 6 })
    const last = operation('last', {
      ...planned,
      dependencies: ['join', 'wait'].map((operationId) => ({ operationId, lagHours: 0 })),
    })
    const categories = ['saw', 'weld', 'paint'].map((categoryId) => {
      return { categoryId, name: categoryId, capacity: 1, shiftId: null }
    })
    const gaps = shopOdds(shop([project('p', [both, shut, last])], { categories }), learned).operationGaps
    expect(gaps.find(({ operationId }) => operationId === 'last')?.unknownAt).toBe('paint')
    const free = alone({ categoryId: null })
    expect(shopOdds(free, learned)).toEqual(noOdds)
  })

  it('completed operations and those of projects on hold have neither odds nor gaps', () => {
    const done = operation('done', { ...planned, actualEndMs: startMs - hourMs, progressPercentage: 100 })
    const open = operation('open', planned)
    const ofOpen = shop([project('p', [done, open])], { defaultShiftId: null, holidays: [] })
    expect(shopOdds(ofOpen, learned).operations.map(({ operationId }) => operationId)).toEqual(['open'])
    const held = shop([
      project('p', [open, operation('weld', { ...planned, categoryId: 'weld' })], { phase: 'on_hold' }),
    ])
    expect(shopOdds(held, learned)).toEqual(noOdds)
  })
})
