import { describe, expect, it } from 'vitest'
import type { LagUnit } from '#contract/vocabulary.ts'
import { randomShop } from '#testing/bench/random-shop.ts'
import { mondayMorningMs, operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, behind, binding, dates, of, run } from '#testing/plan-by-hand.ts'

describe('a run', () => {
  it('a run starts work on Monday morning, pauses overnight and ends with the shift', () => {
    const result = run(shop([project('p', [operation('a', { durationHours: 18 })])]))
    expect(dates(result, 'a')).toEqual([mondayMorningMs, at('17T17:00')])
    expect(binding(result, 'a')).toEqual(['now'])
  })
  it('a run starts an operation after its predecessor and the holiday, and names the predecessor', () => {
    const chain = [
      operation('a', { durationHours: 18 }),
      operation('b', { categoryId: 'weld', dependencies: behind('a') }),
    ]
    const result = run(shop([project('p', chain)]))
    expect(dates(result, 'b')).toEqual([at('19T08:00'), at('19T12:00')])
    expect(of(result, 'b').placement.factors).toEqual([
      { code: 'now', at: mondayMorningMs, binding: false },
      { code: 'predecessor', at: at('17T17:00'), binding: true, operationId: 'a', lagHours: 0 },
      { code: 'closed', at: at('19T08:00'), binding: true, holiday: 'Founders' },
    ])
  })
  it('a lag is counted in working hours', () => {
    const chain = [operation('a'), operation('b', { categoryId: 'weld', dependencies: behind('a', 6) })]
    expect(dates(run(shop([project('p', chain)])), 'b')).toEqual([at('17T09:00'), at('17T13:00')])
  })
  it('a lag in clock time counts at night too, and then waits for the shift', () => {
    const dried = (lagHours: number) => {
      const next = operation('b', { categoryId: 'weld', dependencies: behind('a', lagHours, 'calendar') })
      return run(shop([project('p', [operation('a'), next])]))
    }
    expect(dates(dried(24), 'b')).toEqual([at('17T12:00'), at('17T16:00')])
    const overNight = dried(12)
    expect(dates(overNight, 'b')).toEqual([at('17T08:00'), at('17T12:00')])
    const lag = { operationId: 'a', lagHours: 12, lagUnit: 'calendar' }
    expect(of(overNight, 'b').placement.factors).toEqual([
      { code: 'now', at: mondayMorningMs, binding: false },
      { code: 'predecessor', at: at('17T00:00'), binding: true, ...lag },
      { code: 'closed', at: at('17T08:00'), binding: true, holiday: null },
    ])
  })
  it('a predecessor of pinned work ends early enough for the lag in clock time', () => {
    const pin = { pinned: true, scheduledStartMs: at('17T12:00'), scheduledEndMs: at('17T16:00') }
    const dried = operation('b', { categoryId: 'weld', dependencies: behind('a', 24, 'calendar'), ...pin })
    const urgent = project('q', [operation('c')], { priority: 90, dueMs: at('17T17:00') })
    const result = run(shop([project('p', [operation('a'), dried], { dueMs: at('20T17:00') }), urgent]))
    expect(of(result, 'b').placement.warnings).toEqual([])
  })
  it('a pinned start inside a lag in clock time causes a warning', () => {
    const pin = { pinned: true, scheduledStartMs: at('17T08:00'), scheduledEndMs: at('17T12:00') }
    const dried = operation('b', { categoryId: 'weld', dependencies: behind('a', 24, 'calendar'), ...pin })
    expect(of(run(shop([project('p', [operation('a'), dried])])), 'b').placement.warnings).toEqual([
      { code: 'startsBeforePredecessor', operationId: 'a' },
    ])
  })
  it.each<[string, LagUnit, number, string[]]>([
    ['is in time', 'working', 9, []],
    ['is too late', 'working', 8.5, ['lagTooLong']],
    ['is in time in clock time', 'calendar', 24, []],
    ['is too late in clock time', 'calendar', 23.5, ['lagTooLong']],
  ])('a run warns if work with a maximum lag after pinned work %s', (_, lagUnit, maxLagHours, expected) => {
    const dependencies = [{ operationId: 'a', lagHours: 0, lagUnit, maxLagHours }]
    const materialReadyMs = at('17T12:00')
    const painted = operation('b', { categoryId: 'weld', dependencies, materialReadyMs })
    const pinned = operation('a', { pinned: true, scheduledStartMs: at('16T08:00') })
    const result = run(shop([project('p', [pinned, painted])]))
    expect(dates(result, 'b')[0]).toBe(materialReadyMs)
    expect(of(result, 'b').placement.warnings.map(({ code }) => code)).toEqual(expected)
    expect(result.objective.weightedLatenessHours).toBe(0)
  })
  it('urgent work is scheduled first, and is named as the reason for the work that waits', () => {
    const due = at('16T12:00')
    const result = run(
      shop([
        project('p1', [operation('a')], { priority: 10, dueMs: due }),
        project('p2', [operation('b')], { priority: 90, dueMs: due }),
      ]),
    )
    expect(dates(result, 'b')).toEqual([mondayMorningMs, at('16T12:00')])
    expect(of(result, 'a').placement.factors.at(-1)).toEqual({
      code: 'workCentreBusy',
      at: at('16T12:00'),
      binding: true,
      categoryId: 'saw',
      operationId: 'b',
    })
    expect(result.objective.weightedLatenessHours).toBeCloseTo(40)
    expect(result.lateProjects).toBe(1)
    expect(result.projects[0]).toEqual({
      projectId: 'p1',
      completionMs: at('16T16:00'),
      latenessHours: 4,
      unplacedOperations: 0,
    })
  })
  it('the capacity limits parallel operations, and there is no limit without a work center', () => {
    const three = (categoryId: string | null) => ['a', 'b', 'c'].map((id) => operation(id, { categoryId }))
    const starts = (categoryId: string | null) => {
      const result = run(shop([project('p', three(categoryId))]))
      return ['a', 'b', 'c'].map((id) => of(result, id).startMs)
    }
    expect(starts('weld')).toEqual([mondayMorningMs, mondayMorningMs, at('16T12:00')])
    expect(starts(null)).toEqual([mondayMorningMs, mondayMorningMs, mondayMorningMs])
  })
  it.each([
    [{ productionStartMs: at('17T10:00'), engineeringReleaseMs: at('19T10:00') }, at('17T10:00')],
    [{ engineeringReleaseMs: at('19T10:00'), customerReleaseMs: at('20T10:00') }, at('19T10:00')],
    [{ customerReleaseMs: at('20T10:00') }, at('20T10:00')],
    [{ productionStartMs: at('02T10:00') }, mondayMorningMs],
  ])('a run respects the release %#', (release, start) => {
    const result = run(shop([project('p', [operation('a')], release)]))
    expect(of(result, 'a').startMs).toBe(start)
    expect(binding(result, 'a')).toEqual([start === mondayMorningMs ? 'now' : 'release'])
  })
  it('an operation starts when its material is ready, and other work goes first in the meantime', () => {
    const result = run(
      shop([
        project('p1', [operation('a', { materialReadyMs: at('17T10:00') })], { priority: 90, dueMs: at('16T12:00') }),
        project('p2', [operation('b')]),
      ]),
    )
    expect(dates(result, 'a')).toEqual([at('17T10:00'), at('17T14:00')])
    expect(of(result, 'a').placement.factors).toEqual([
      { code: 'now', at: mondayMorningMs, binding: false },
      { code: 'material', at: at('17T10:00'), binding: true },
    ])
    expect(dates(result, 'b')).toEqual([mondayMorningMs, at('16T12:00')])
  })
  it('pinned work stays in place although its material is not ready, with a warning', () => {
    const pin = { pinned: true, scheduledStartMs: at('16T09:00'), scheduledEndMs: at('16T13:00') }
    const result = run(shop([project('p', [operation('a', { ...pin, materialReadyMs: at('17T10:00') })])]))
    expect(dates(result, 'a')).toEqual([at('16T09:00'), at('16T13:00')])
    expect(of(result, 'a').placement.warnings).toEqual([{ code: 'startsBeforeMaterial' }])
  })
  it('started work continues, whatever the date of its material', () => {
    const begun = { actualStartMs: at('13T09:00'), progressPercentage: 50, materialReadyMs: at('20T08:00') }
    const result = run(shop([project('p', [operation('a', begun)])]))
    expect(of(result, 'a').endMs).toBe(at('16T10:00'))
  })
  it('material that is already there changes no byte of the result', () => {
    const withMaterial = (materialReadyMs: number | null) => {
      const snapshot = randomShop({ seed: 7, projects: 12, operations: 6, categories: 3, trouble: 0.5 })
      for (const { operations } of snapshot.projects)
        for (const one of operations) one.materialReadyMs = materialReadyMs
      return JSON.stringify(run(snapshot))
    }
    expect(withMaterial(at('02T10:00') - 60 * 86_400_000)).toBe(withMaterial(null))
  })
  it('no work starts before Monday morning, and closed time is skipped', () => {
    const result = run(shop([project('p', [operation('a')])], { nowMs: at('21T12:00') + 17 }))
    expect(of(result, 'a').startMs).toBe(at('23T08:00'))
    expect(binding(result, 'a')).toEqual(['now', 'closed'])
  })
  it('an operation without duration needs no capacity and may be at the end of a shift', () => {
    const list = [operation('a', { durationHours: 9 }), operation('b', { durationHours: 0, dependencies: behind('a') })]
    expect(dates(run(shop([project('p', list)])), 'b')).toEqual([at('16T17:00'), at('16T17:00')])
  })
})
