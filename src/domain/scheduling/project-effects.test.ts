import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, behind, run } from '#testing/plan-by-hand.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { endOfDayMs } from '../time/zone-dates.ts'
import { type ComparedPlan, countEffects, projectEffects } from './project-effects.ts'
import { isActive } from './schedule-scope.ts'
import type { RunStatus } from './shop-model.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

/** Planned from a local instant on for so many hours of the clock. */
const from = (local: string, clockHours = 4) => ({
  scheduledStartMs: at(local),
  scheduledEndMs: at(local) + clockHours * 3_600_000,
})

const ships = { dueMs: at('18T00:00') }

/** One operation for each end: '17T12:00', or null = it has no place. */
const planOf = (ends: readonly (string | null)[], dueMs: number | null = at('18T00:00')): ComparedPlan => {
  const list = ends.map((_end, index) => operation(`o${index}`, from('16T08:00')))
  const snapshot = shop([project('p', list, { dueMs })])
  return {
    snapshot,
    projects: snapshot.projects,
    inScope: () => true,
    operations: ends.map((end, index) => ({
      projectRow: 0,
      status: (end === null ? 'unplaced' : 'free') satisfies RunStatus,
      startMs: end === null ? null : at(end) - 3_600_000,
      endMs: end === null ? null : at(end),
      source: list[index] ?? operation('none'),
    })),
  }
}

/** These tests do not look at the number of moved operations. */
const effectsOf = (before: ComparedPlan, after: ComparedPlan) => projectEffects(before, after, { byProject: new Map() })

describe('the effect of a plan on a project', () => {
  it.each([
    ['it ends behind its ship date and would not have', ['17T12:00'], ['19T12:00'], ['becameLate', 0, 2, 2]],
    ['it was late and ends later still', ['19T12:00'], ['20T12:00'], ['later', 2, 3, 1]],
    ['it ends in time, but on a later day', ['16T12:00'], ['17T12:00'], ['later', -1, 0, 1]],
    ['it ends in time and would not have', ['19T12:00'], ['17T23:00'], ['recovered', 2, 0, -2]],
    ['it ends on an earlier day', ['17T12:00'], ['16T12:00'], ['earlier', 0, -1, -1]],
    ['all of its work has a place for the first time', [null], ['17T12:00'], ['newDate', null, 0, null]],
    ['all of its work has lost its place', ['19T12:00'], [null], ['noDate', 2, null, null]],
    [
      'the work that made it late has lost its place',
      ['16T12:00', '19T12:00'],
      ['16T12:00', null],
      ['noDate', 2, null, null],
    ],
  ] as const)('%s', (_case, before, after, [kind, wasLate, isLate, movedDays]) => {
    const [effect, ...others] = effectsOf(planOf(before), planOf(after))
    expect(others).toEqual([])
    expect(effect).toMatchObject({ kind, movedDays })
    expect([effect?.latenessDaysBefore, effect?.latenessDaysAfter]).toEqual([wasLate, isLate])
  })
  it('is nothing where it ends on the same day, or has no scheduled work before and after', () => {
    expect(effectsOf(planOf(['17T09:00']), planOf(['17T16:00']))).toEqual([])
    expect(effectsOf(planOf([null]), planOf([null]))).toEqual([])
  })
  it('is known without a ship date too', () => {
    expect(effectsOf(planOf(['16T12:00'], null), planOf(['19T12:00'], null))).toMatchObject([
      { kind: 'later', latenessDaysBefore: null, latenessDaysAfter: null, movedDays: 3 },
    ])
  })
})

/** A shop in which the work of one project is in the way of another. */
const twoInTheWay = (over: Partial<Parameters<typeof operation>[1]> = {}): ShopSnapshot =>
  shop([
    project('slow', [operation('s', { durationHours: 18, ...from('16T08:00', 33) })], { dueMs: at('27T00:00') }),
    project('urgent', [operation('u', { ...from('19T08:00'), ...over })], { ...ships, priority: 100 }),
  ])

describe('the effects of a run on projects', () => {
  it('are the recovered project, the delayed project and the number of moved operations', () => {
    expect(run(twoInTheWay()).effects).toEqual([
      {
        projectId: 'slow',
        kind: 'later',
        completionBeforeMs: at('17T17:00'),
        completionAfterMs: at('19T12:00'),
        latenessDaysBefore: -9,
        latenessDaysAfter: -7,
        movedDays: 2,
        movedOperations: 1,
        unplacedOperations: 0,
      },
      {
        projectId: 'urgent',
        kind: 'recovered',
        completionBeforeMs: at('19T12:00'),
        completionAfterMs: at('16T12:00'),
        latenessDaysBefore: 2,
        latenessDaysAfter: -1,
        movedDays: -3,
        movedOperations: 1,
        unplacedOperations: 0,
      },
    ])
  })
  it('are no recovery where the late work is on hold, waits for held work or was cancelled', () => {
    const late = { dueMs: at('16T00:00') }
    const held = [
      operation('a', from('16T08:00')),
      operation('b', { ...from('17T08:00'), onHold: true }),
      operation('c', { ...from('19T08:00'), dependencies: behind('b') }),
    ]
    const { effects, before, lateProjects } = run(
      shop([
        project('p', held, late),
        project('q', [operation('d', from('19T08:00'))], { ...late, phase: 'cancelled' }),
      ]),
    )
    expect(effects).toEqual([])
    expect([before.lateProjects, lateProjects]).toEqual([1, 1])
  })
  it('are none where the plan is followed', () => {
    expect(run(twoInTheWay(), 'all', 'keepSequence').effects).toEqual([])
  })
  it('concern only the projects of the run', () => {
    expect(run(twoInTheWay(), { projectId: 'urgent' }).effects.map(({ projectId }) => projectId)).toEqual([])
  })
})

/** A shop with a plan of three days ago whose projects are to ship about when it ends them, and other priorities since. */
const replanned = (seed: number, projects: number): ShopSnapshot => {
  const first = randomShop({ seed, projects, operations: 5, categories: 4, trouble: 0.1 })
  // Work that is done says nothing of a project whose other work has no place.
  for (const { operations } of first.projects)
    for (const each of operations) Object.assign(each, { actualEndMs: null, progressPercent: 0 })
  const plan = run(first)
  const { projects: list, ...shopThen } = planned(first, plan)
  const turned = list.map((each, index) => {
    const endMs = plan.projects.find(({ projectId }) => projectId === each.projectId)?.completionMs ?? first.nowMs
    const dueMs = endOfDayMs(endMs + ((index % 7) - 1) * 86_400_000, first.timeZone)
    return { ...each, dueMs, priority: list[list.length - 1 - index]?.priority ?? 50 }
  })
  return { ...shopThen, nowMs: first.nowMs + 3 * 86_400_000, projects: turned }
}

describe('the effects of a run', () => {
  it('add up to its figures: late projects before and after differ by what became late and what recovered', () => {
    const seen = countEffects([])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (seed) => {
        const snapshot = replanned(seed, 30)
        const { effects, before, lateProjects } = run(snapshot)
        const counts = countEffects(effects)
        const found = effects.filter((effect) => effect.kind === 'newDate' && (effect.latenessDaysAfter ?? 0) > 0)
        if (counts.noDate === 0) {
          expect(lateProjects - before.lateProjects).toBe(counts.becameLate + found.length - counts.recovered)
        }
        for (const { kind } of effects) seen[kind]++
        expect(new Set(effects.map(({ projectId }) => projectId)).size).toBe(effects.length)
        const active = new Set(snapshot.projects.filter(isActive).map(({ projectId }) => projectId))
        expect(effects.every(({ projectId }) => active.has(projectId))).toBe(true)
      }),
      { seed: 20_261_122, numRuns: propertyRuns(30) },
    )
    expect([seen.becameLate, seen.recovered, seen.later, seen.earlier].every((count) => count > 3)).toBe(true)
  })
  it('are sorted worst first: the project with the most added late days leads, one that ends earlier is last', () => {
    const { effects } = run(replanned(18, 60))
    const order = ['becameLate', 'later', 'noDate', 'newDate', 'recovered', 'earlier']
    const kinds = effects.map(({ kind }) => kind)
    expect(kinds).toEqual([...kinds].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
    const daysOf = (kind: string) => effects.filter((effect) => effect.kind === kind)
    const late = daysOf('becameLate').map(({ latenessDaysAfter }) => latenessDaysAfter ?? 0)
    expect(late.length).toBeGreaterThan(1)
    expect(late).toEqual([...late].sort((a, b) => b - a))
    // Of those that end later, the late ones first.
    const isLate = daysOf('later').map(({ latenessDaysAfter }) => Number((latenessDaysAfter ?? 0) > 0))
    expect(isLate).toEqual([...isLate].sort((a, b) => b - a))
  })
})
