import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { reportHoursLeft } from '../operations/report-hours-left.ts'
import { applyChanges } from '../proposals/apply-changes.ts'
import { leftMs } from '../scheduling/operation-work.ts'
import type { SnapshotOperation } from '../scheduling/shop-snapshot.ts'
import { hourMs } from '../time/units.ts'
import { atEstimate, atLearnedPace, hoursTimes, shopAtLearnedPace } from './at-learned-pace.ts'
import type { LearnedPace, LearnedPaces, PaceGroup } from './learned-pace.ts'
import { paceFinder } from './pace-finder.ts'

const paceOf = (factor: number, basis: LearnedPace['basis'] = 'workCenter'): LearnedPace => ({
  factor,
  spread: 0.2,
  count: 40,
  basis,
})
const group = (categoryId: string, factor: number): PaceGroup => ({
  categoryId,
  kind: null,
  pace: paceOf(factor),
  days: 90,
  includesWaiting: false,
})
const pacesWith = (groups: readonly PaceGroup[], shopFactor: number | null = null): LearnedPaces => {
  const table = { groups, shop: shopFactor === null ? null : paceOf(shopFactor, 'shop') }
  return { ...table, key: '', paceOf: paceFinder(table) }
}
const learned = pacesWith([group('weld', 1.3), group('mill', 0.5)])
const paces = learned.paceOf

describe('atLearnedPace', () => {
  it('open work takes the learned hours, at each of its work centers', () => {
    const paced = atLearnedPace(
      operation('a', {
        categoryId: 'weld',
        durationHours: 10,
        setupHours: 1,
        alternatives: [
          { categoryId: 'mill', durationHours: 8 },
          { categoryId: 'saw', durationHours: 7 },
        ],
      }),
      paces,
    )
    expect(paced).toMatchObject({ durationHours: 13, estimateHours: 10, setupHours: 1 })
    expect(paced.alternatives?.map(({ durationHours }) => durationHours)).toEqual([4, 7])
  })

  it('progress stays, so the remaining work of started operations is paced too', () => {
    const started = operation('a', { categoryId: 'weld', durationHours: 10, progressPercentage: 40 })
    expect(atLearnedPace(started, paces)).toMatchObject({ durationHours: 13, progressPercentage: 40 })
  })

  it('completed work, work without hours and unknown work keep their hours', () => {
    const kept = [
      operation('done', { categoryId: 'weld', progressPercentage: 100 }),
      operation('none', { categoryId: 'weld', durationHours: 0 }),
      operation('unknown', { categoryId: 'saw' }),
    ]
    expect(kept.map((one) => atLearnedPace(one, paces))).toEqual(kept)
  })

  it('hours are whole minutes, and at least one', () => {
    const hoursOf = (durationHours: number) =>
      atLearnedPace(operation('a', { categoryId: 'mill', durationHours }), paces).durationHours
    expect(hoursOf(0.55) * 60).toBe(17)
    expect(hoursOf(0.001) * 60).toBe(1)
  })
})

/** Sawn or welded work of any state. */
const anyWork = fc.record({
  durationHours: fc.double({ min: 0, max: 1000, noNaN: true }),
  progressPercentage: fc.double({ min: 0, max: 99, noNaN: true }),
  categoryId: fc.constantFrom('weld', 'mill', 'saw'),
  alternatives: fc.constantFrom([], [{ categoryId: 'mill', durationHours: 8 }]),
})

describe('hours that are known', () => {
  it('reported hours left are the hours left of the plan in every mode', () => {
    fc.assert(
      fc.property(anyWork, fc.double({ min: 0.1, max: 500, noNaN: true }), (work, hoursLeft) => {
        const said = reportHoursLeft(work, hoursLeft)
        if (!said.ok) throw new Error(said.reason)
        const { ok: _, ...fields } = said
        const one = operation('a', { ...work, ...fields })
        expect(leftMs(atLearnedPace(one, paces))).toBe(leftMs(one))
        expect(leftMs(one) / hourMs).toBeCloseTo(hoursLeft, 2)
      }),
    )
  })

  it('the remaining work of started work is the rest of the estimate at the learned pace, if it was not reported', () => {
    const started = operation('a', { categoryId: 'weld', durationHours: 10, progressPercentage: 40 })
    expect(leftMs(atLearnedPace(started, paces)) / hourMs).toBeCloseTo(0.6 * 10 * 1.3, 6)
  })

  it('an estimate set by the pace, the pace alone, and both give the same hours', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1000, noNaN: true }), (estimate) => {
        const plain = operation('a', { categoryId: 'weld', durationHours: estimate })
        const set = { ...plain, durationHours: hoursTimes(estimate, 1.3), originalHours: estimate }
        expect(atLearnedPace(set, paces).durationHours).toBe(set.durationHours)
        expect(atLearnedPace(plain, paces).durationHours).toBe(set.durationHours)
      }),
    )
  })

  it('an alternative whose hours are known keeps them', () => {
    const alternatives = [{ categoryId: 'weld', durationHours: 13, originalHours: 10 }]
    const paced = atLearnedPace(operation('a', { categoryId: 'mill', durationHours: 8, alternatives }), paces)
    expect(paced).toMatchObject({ durationHours: 4, alternatives })
  })
})

describe('atEstimate', () => {
  it('the estimates come back exactly', () => {
    fc.assert(
      fc.property(anyWork, (work) => {
        const one = operation('a', work)
        expect(atEstimate(atLearnedPace(one, paces))).toEqual(one)
      }),
    )
  })
})

describe('a shop at its learned pace', () => {
  const hoursAt = (kind: 'inside' | 'outside', of: LearnedPaces) => {
    const one = operation('a', { categoryId: 'zinc', durationHours: 10 })
    const categories = [{ categoryId: 'zinc', name: 'Zinc', capacity: 1, shiftId: null, kind }]
    return shopAtLearnedPace(shop([project('p', [one])], { categories }), of).projects[0]?.operations[0]?.durationHours
  }

  it('a supplier has the pace of its own work, and never that of the shop', () => {
    expect(hoursAt('inside', pacesWith([], 1.5))).toBe(15)
    expect(hoursAt('outside', pacesWith([], 1.5))).toBe(10)
    expect(hoursAt('outside', pacesWith([group('zinc', 1.2)], 1.5))).toBe(12)
  })

  const changed = (before: Partial<SnapshotOperation>, fields: object, of: LearnedPaces | null = learned) => {
    const weld = operation('a', { categoryId: 'weld', durationHours: 10, ...before })
    const categories = ['weld', 'mill'].map((id) => ({ categoryId: id, name: id, capacity: 1, shiftId: null }))
    const plain = shop([project('p', [weld, operation('b', { categoryId: 'mill' })])], { categories })
    const outcome = applyChanges(of ? shopAtLearnedPace(plain, of) : plain, [
      { kind: 'operation', projectId: 'p', operationId: 'a', fields },
    ])
    if (!outcome.ok) throw new Error(outcome.reason)
    return outcome.snapshot.projects[0]?.operations ?? []
  }

  it('hours that a proposal names are paced as typed hours are', () => {
    expect(changed({}, { durationHours: 20 })[0]).toMatchObject({ durationHours: 26, estimateHours: 20 })
    expect(changed({}, { durationHours: 20 }, null)[0]).toMatchObject({ durationHours: 20 })
  })

  it('hours left that a proposal names are taken as they are', () => {
    const fields = { durationHours: 17, progressPercentage: 50, originalHours: 10 }
    expect(changed({}, fields)[0]).toMatchObject({ durationHours: 17, originalHours: 10 })
    expect(changed({ durationHours: 17, originalHours: 10 }, { durationHours: 20 })[0]).toMatchObject({
      durationHours: 26,
      originalHours: null,
    })
  })

  it('work that a proposal moves takes the pace of its new work center, and other work keeps its hours', () => {
    const [moved, other] = changed({}, { categoryId: 'mill' })
    expect(moved).toMatchObject({ categoryId: 'mill', durationHours: 5, estimateHours: 10 })
    expect(other).toMatchObject({ durationHours: 2, estimateHours: 4 })
    expect(changed({}, { progressPercentage: 20 })[0]).toMatchObject({ durationHours: 13, estimateHours: 10 })
  })
})
