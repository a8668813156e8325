import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promiseKinds } from '#contract/promise-date.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { forecastShop } from '../forecast/forecast-shop.ts'
import { checkSchedule } from '../scheduling/check-schedule.ts'
import { scheduleShop } from '../scheduling/schedule-shop.ts'
import type { ShopSnapshot, SnapshotProject } from '../scheduling/shop-snapshot.ts'
import { promiseAnswers, promisedPlan } from './promise-answers.ts'

const at = (text: string): number => Date.parse(`${text}-05:00`)

/** A project whose operations run in sequence, with the work center and hours of each. */
const draftOf = (steps: readonly (readonly [categoryId: string | null, hours: number])[], over = {}): SnapshotProject =>
  project(
    'new',
    steps.map(([categoryId, durationHours], index) =>
      operation(`new ${index}`, {
        sequence: 10 * (index + 1),
        categoryId,
        durationHours,
        dependencies: index === 0 ? [] : [{ operationId: `new ${index - 1}`, lagHours: 0 }],
      }),
    ),
    over,
  )

describe('when new work could ship, in hand-made shops', () => {
  const plan = (from: string, to: string) => ({ scheduledStartMs: at(from), scheduledEndMs: at(to) })
  /** One saw from 8:00 to 17:00: `high` is on it on Monday, `low` on Tuesday, and Thursday is free. Wednesday is a holiday. */
  const saw = shop([
    project('high', [operation('high cut', { durationHours: 9, ...plan('2026-11-16T08:00', '2026-11-16T17:00') })], {
      priority: 80,
      dueMs: at('2026-11-18T00:00'),
    }),
    project('low', [operation('low cut', { durationHours: 9, ...plan('2026-11-17T08:00', '2026-11-17T17:00') })], {
      priority: 20,
      dueMs: at('2026-11-18T00:00'),
    }),
  ])
  const shown = (snapshot: ShopSnapshot, draft: SnapshotProject) =>
    promiseAnswers(snapshot, draft, promiseKinds).map(({ completionMs, delayed, priority, limit }) => ({
      completion: completionMs && new Date(completionMs - 5 * 3_600_000).toISOString().slice(0, 16),
      priority,
      limit: limit && [limit.categoryId, limit.waitMs / 3_600_000],
      delayed: delayed.map(({ projectId, kind, movedDays }) => [projectId, kind, movedDays]),
    }))

  it('the answers are after all planned work, before work of a lower priority, or before all of it', () => {
    expect(shown(saw, draftOf([['saw', 9]]))).toEqual([
      { completion: '2026-11-19T17:00', priority: 50, limit: ['saw', 72], delayed: [] },
      { completion: '2026-11-17T17:00', priority: 50, limit: ['saw', 24], delayed: [['low', 'becameLate', 2]] },
      {
        completion: '2026-11-16T17:00',
        priority: 100,
        limit: ['saw', 0],
        delayed: [
          ['high', 'later', 1],
          ['low', 'becameLate', 2],
        ].reverse(),
      },
    ])
  })

  it('new work uses a gap in the plan that is long enough, and delays no project', () => {
    const gap = shop([
      project('p', [
        operation('first', { durationHours: 4, ...plan('2026-11-16T08:00', '2026-11-16T12:00') }),
        operation('second', { durationHours: 9, ...plan('2026-11-17T08:00', '2026-11-17T17:00') }),
      ]),
    ])
    expect(shown(gap, draftOf([['saw', 5]]))[0]).toMatchObject({ completion: '2026-11-16T17:00', delayed: [] })
    expect(shown(gap, draftOf([['saw', 6]]))[0]).toMatchObject({ completion: '2026-11-19T14:00', delayed: [] })
  })

  it('new work does not start before the earliest start, and its limit is the work center where it takes longest', () => {
    const draft = draftOf(
      [
        ['saw', 2],
        ['weld', 5],
      ],
      { productionStartMs: at('2026-11-20T08:00') },
    )
    expect(shown(saw, draft)[0]).toMatchObject({ completion: '2026-11-20T15:00', limit: ['weld', 0] })
  })

  it('the limit is the supplier if the work there takes longer than any wait for a work center', () => {
    const supplier = { categoryId: 'anodize', name: 'Anodizing', capacity: 1, shiftId: null, kind: 'outside' as const }
    const busy = { ...saw, categories: [...saw.categories, supplier] }
    const days = (hours: number) =>
      shown(
        busy,
        draftOf([
          ['saw', 9],
          ['anodize', hours],
        ]),
      )[0]?.limit
    expect(days(120)).toEqual(['anodize', 0])
    expect(days(48)).toEqual(['saw', 72])
  })

  it('new work waits for a busy pool, which is named as the limit', () => {
    const pools = [
      ...saw.categories,
      { categoryId: 'crew', name: 'Crew', capacity: 1, shiftId: null, kind: 'pool' as const },
    ]
    const taken = operation('taken', {
      categoryId: 'weld',
      poolId: 'crew',
      durationHours: 9,
      ...plan('2026-11-16T08:00', '2026-11-16T17:00'),
    })
    const shopOf = shop([project('p', [taken])], { categories: pools })
    const draft = draftOf([['weld', 4]])
    expect(shown(shopOf, draft)[0]).toMatchObject({ completion: '2026-11-16T12:00', limit: ['weld', 0] })
    const withCrew = { ...draft, operations: draft.operations.map((one) => ({ ...one, poolId: 'crew' })) }
    expect(shown(shopOf, withCrew)[0]).toMatchObject({ completion: '2026-11-17T12:00', limit: ['crew', 24] })
  })

  it('new work runs at an alternative that is free sooner', () => {
    const draft = draftOf([['saw', 9]])
    const either = {
      ...draft,
      operations: draft.operations.map((one) => ({ ...one, alternatives: [{ categoryId: 'weld', durationHours: 5 }] })),
    }
    expect(shown(saw, either)[0]).toMatchObject({ completion: '2026-11-16T13:00', limit: ['weld', 0] })
  })

  it('waits of parallel operations are not added up', () => {
    const draft = draftOf([
      ['saw', 3],
      ['saw', 3],
      ['weld', 1],
    ])
    const operations = draft.operations.map((one, index) => ({
      ...one,
      dependencies: index < 2 ? [] : ['new 0', 'new 1'].map((operationId) => ({ operationId, lagHours: 0 })),
    }))
    expect(shown(saw, { ...draft, operations })[0]).toMatchObject({
      completion: '2026-11-19T15:00',
      limit: ['saw', 75],
    })
  })

  it('drying time after a predecessor does not count as waiting for the next work center', () => {
    const draft = draftOf([
      ['weld', 1],
      ['weld', 2],
    ])
    const dried = draft.operations.map((one) => ({
      ...one,
      dependencies: one.dependencies.map((link) => ({ ...link, lagHours: 72, lagUnit: 'calendar' as const })),
    }))
    expect(shown(saw, { ...draft, operations: dried })[0]).toMatchObject({
      completion: '2026-11-19T11:00',
      limit: ['weld', 0],
    })
  })

  it('there is no date if a work center never opens, and the blocked operation is named', () => {
    const [answer] = promiseAnswers(
      saw,
      draftOf([
        ['saw', 1],
        ['shut', 1],
        ['weld', 1],
      ]),
      ['first'],
    )
    expect(answer).toMatchObject({
      completionMs: null,
      delayed: [],
      unplaced: { operationId: 'new 1', reason: { code: 'noWorkingTime', categoryId: 'shut' } },
    })
  })

  it('pinned work is not moved, even if all other work makes room', () => {
    const pinned = shop(
      saw.projects.map((of) => ({ ...of, operations: of.operations.map((one) => ({ ...one, pinned: true })) })),
    )
    expect(shown(pinned, draftOf([['saw', 9]]))[2]).toMatchObject({ completion: '2026-11-19T17:00', delayed: [] })
  })

  it('work that pinned work waits for is not delayed', () => {
    const cut = operation('cut', { durationHours: 9, ...plan('2026-11-16T08:00', '2026-11-16T17:00') })
    const bore = operation('bore', {
      categoryId: 'weld',
      pinned: true,
      dependencies: [{ operationId: 'cut', lagHours: 0 }],
      ...plan('2026-11-17T08:00', '2026-11-17T12:00'),
    })
    const held = shop([project('p', [cut, bore], { priority: 20 })])
    expect(shown(held, draftOf([['saw', 9]]))[2]).toMatchObject({ completion: '2026-11-17T17:00', delayed: [] })
  })
})

const withPlan = (snapshot: ShopSnapshot): ShopSnapshot => {
  const outcome = scheduleShop(snapshot, { scope: 'all' })
  if ('cancelled' in outcome) throw new Error('cancelled')
  return planned(snapshot, outcome)
}

/**
 * A random shop whose plan was made some hours ago, so that some of its work is behind plan, and new work. Both may
 * need pools, alternatives and changeovers.
 */
const cases = fc
  .record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    trouble: fc.constantFrom(0, 0.3, 0.8),
    hoursAgo: fc.integer({ min: 0, max: 120 }),
    freezeWorkingDays: fc.constantFrom(0, 0, 2),
    priority: fc.integer({ min: 0, max: 100 }),
    special: fc.constantFrom({}, { pools: 0.5 }, { alternatives: 0.5 }, { setups: 0.7 }, { outside: 0.3, waits: 0.5 }),
    steps: fc.array(
      fc.record({
        center: fc.integer({ min: 0, max: 3 }),
        hours: fc.integer({ min: 0, max: 30 }),
        pool: fc.integer({ min: 0, max: 5 }),
        other: fc.integer({ min: 0, max: 3 }),
        family: fc.constantFrom('', 'red', 'blue'),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ seed, trouble, hoursAgo, freezeWorkingDays, priority, special, steps }) => {
    const made = withPlan(randomShop({ seed, projects: 7, operations: 4, categories: 3, trouble, ...special }))
    const snapshot = { ...made, freezeWorkingDays, nowMs: made.nowMs + hoursAgo * 3_600_000 }
    const ids = snapshot.categories.map(({ categoryId }) => categoryId)
    const pools = ids.filter((id) => id.startsWith('pool'))
    const inside = snapshot.categories.filter(
      ({ categoryId, kind }) => kind !== 'outside' && !pools.includes(categoryId),
    )
    const centers = [...ids.filter((id) => !pools.includes(id)), null]
    const plain = draftOf(
      steps.map(({ center, hours }) => [centers[center % centers.length] ?? null, hours] as const),
      { priority },
    )
    const operations = plain.operations.map((one, index) => {
      const { pool, other, family, hours } = steps[index] ?? { pool: 0, other: 0, family: '', hours: 0 }
      const elsewhere = inside[other]?.categoryId
      const isInside = inside.some(({ categoryId }) => categoryId === one.categoryId)
      const hasChoice = elsewhere !== undefined && elsewhere !== one.categoryId && isInside
      return {
        ...one,
        ...(pools[pool] !== undefined && { poolId: pools[pool] }),
        ...('alternatives' in special &&
          hasChoice && { alternatives: [{ categoryId: elsewhere, durationHours: hours }] }),
        ...(family !== '' && { setupFamily: family }),
      }
    })
    return { snapshot, draft: { ...plain, operations } }
  })

/** When each project ends according to the forecast, and how late. */
const landing = (snapshot: ShopSnapshot) =>
  new Map(
    forecastShop(snapshot).projects.map(({ project: { projectId }, completionMs, latenessDays }) => [
      projectId,
      { completionMs, latenessDays },
    ]),
  )

describe('in any shop', () => {
  it('once the project is created, the forecast shows the date of the answer, for each kind of answer', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom(...promiseKinds), ({ snapshot, draft }, kind) => {
        const [answer] = promiseAnswers(snapshot, draft, [kind])
        fc.pre(answer !== undefined && answer.completionMs !== null)
        const { after } = promisedPlan(snapshot, draft, kind)
        expect(landing(after).get('new')?.completionMs).toBe(answer?.completionMs)
      }),
      { numRuns: propertyRuns(120) },
    )
  })

  it('an answer names exactly the projects that the forecast moves to a later day or makes late', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom(...promiseKinds), ({ snapshot, draft }, kind) => {
        const { answer, after } = promisedPlan(snapshot, draft, kind)
        fc.pre(answer.completionMs !== null)
        const [before, then] = [landing(snapshot), landing(after)]
        for (const [id, was] of before) {
          const is = then.get(id)
          const named = answer.delayed.find(({ projectId }) => projectId === id)
          // Work that had the last opening of its work center may lose its date.
          const endMs = is?.completionMs ?? Infinity
          expect(endMs, id).toBeGreaterThanOrEqual(was.completionMs ?? 0)
          if (named) expect(endMs).toBeGreaterThan(was.completionMs ?? 0)
          else expect(is?.latenessDays).toBe(was.latenessDays)
        }
      }),
      { numRuns: propertyRuns(80) },
    )
  })

  it('placed after all planned work, new work moves no operation; placed by priority, it moves only operations of lower priority', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom('behindAll' as const, 'byPriority' as const), ({ snapshot, draft }, kind) => {
        const { answer, forecast } = promisedPlan(snapshot, draft, kind)
        fc.pre(answer.completionMs !== null)
        const priorities = new Map(snapshot.projects.map(({ projectId, priority }) => [projectId, priority]))
        const before = new Map(
          forecastShop(snapshot).projects.flatMap(({ operations }) =>
            operations.map((one) => [one.source.operationId, one.forecastStartMs]),
          ),
        )
        for (const { operationId, projectId, startMs, placement } of forecast.operations) {
          if (projectId === 'new' || placement.factors.some(({ code }) => code === 'completed')) continue
          const moved = startMs !== before.get(operationId)
          const mayMove = kind === 'byPriority' && (priorities.get(projectId) ?? 0) < draft.priority
          expect(moved && !mayMove, operationId).toBe(false)
        }
      }),
      { numRuns: propertyRuns(80) },
    )
  })

  it('giving the new work precedence never makes it later, and the checker accepts the new plan', () => {
    fc.assert(
      fc.property(cases, ({ snapshot, draft }) => {
        const ends = promiseAnswers(snapshot, draft, promiseKinds).map(
          // No date counts as later than any date.
          ({ completionMs }) => completionMs ?? Number.MAX_SAFE_INTEGER,
        )
        expect(ends).toEqual([...ends].sort((a, b) => b - a))
        const { after, forecast } = promisedPlan(snapshot, draft, 'first')
        expect(checkSchedule(after, forecast, { scope: 'all', method: 'keepSequence' })).toEqual([])
      }),
      { numRuns: propertyRuns(60) },
    )
  })
})
