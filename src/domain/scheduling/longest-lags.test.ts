import { describe, expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, binding, dates, of, run } from '#testing/plan-by-hand.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ShopSnapshot, SnapshotDependency, SnapshotOperation } from './shop-snapshot.ts'

const soonAfter = (id: string, maxLagHours: number, over: Partial<SnapshotDependency> = {}) => [
  { operationId: id, lagHours: 0, maxLagHours, ...over },
]
/** Painting waits for its material until Thursday, and blasting could be done on Monday. */
const paintShop = (blast: Partial<SnapshotOperation>, link: SnapshotDependency[], others: SnapshotOperation[] = []) =>
  shop([
    project('p', [
      operation('blast', blast),
      operation('paint', {
        categoryId: 'weld',
        sequence: 20,
        durationHours: 9,
        dependencies: link,
        materialReadyMs: at('19T12:00'),
      }),
      ...others,
    ]),
  ])
const warningsOf = (snapshot: ShopSnapshot) => {
  const plan = run(snapshot)
  return plan.operations.flatMap(({ placement }) => placement.warnings.map(({ code }) => code))
}

describe('a longest lag', () => {
  it.each<[string, SnapshotDependency[], string, string]>([
    ['in working hours', soonAfter('blast', 2), '17T15:00', '19T10:00'],
    ['by the clock', soonAfter('blast', 1, { lagUnit: 'calendar' }), '17T16:00', '19T11:00'],
  ])('lets what comes before start as late as it needs %s', (_, link, startMs, endMs) => {
    const snapshot = paintShop({}, link)
    const plan = run(snapshot)
    expect(dates(plan, 'blast')).toEqual([at(startMs), at(endMs)])
    expect(binding(plan, 'blast')).toEqual(['longestLag'])
    expect(of(plan, 'paint').startMs).toBe(at('19T12:00'))
    expect(warningsOf(snapshot)).toEqual([])
    expect(run(planned(snapshot, plan)).objective.movedOperations).toBe(0)
  })

  it('moves what comes before that too, when it has a longest lag of its own', () => {
    const cut = operation('cut', { categoryId: 'weld', sequence: 5 })
    const plan = run(paintShop({ dependencies: soonAfter('cut', 1) }, soonAfter('blast', 2), [cut]))
    expect(dates(plan, 'cut')).toEqual([at('17T10:00'), at('17T14:00')])
    expect(dates(plan, 'blast')[0]).toBe(at('17T15:00'))
  })

  it('is not kept where the work before could only start later with another project late', () => {
    const other = operation('other', { sequence: 30, dependencies: [{ operationId: 'blast', lagHours: 0 }] })
    const snapshot = paintShop({}, soonAfter('blast', 2), [other])
    expect(dates(run(snapshot), 'blast')[0]).toBe(at('16T08:00'))
    expect(warningsOf(snapshot)).toEqual(['lagTooLong'])
  })

  it('lets other work take the time that becomes free', () => {
    const saw = project('q', [operation('saw', { durationHours: 2 })], { priority: 10 })
    const snapshot = paintShop({}, soonAfter('blast', 2))
    const plan = run({ ...snapshot, projects: [...snapshot.projects, saw] })
    expect(dates(plan, 'saw')).toEqual([at('16T08:00'), at('16T10:00')])
    expect(dates(plan, 'blast')[0]).toBe(at('17T15:00'))
  })

  it('is no reason any more when the work it is kept for has moved on, and the freeze window is', () => {
    // Blasting may end on Thursday at ten, but no later, because other work follows it then.
    const other = operation('other', {
      categoryId: 'weld',
      sequence: 30,
      durationHours: 2,
      dependencies: [{ operationId: 'blast', lagHours: 0 }],
      materialReadyMs: at('19T10:00'),
    })
    const pack = operation('pack', {
      sequence: 40,
      dependencies: soonAfter('paint', 2),
      materialReadyMs: at('25T08:00'),
    })
    const snapshot = { ...paintShop({}, soonAfter('blast', 2), [other, pack]), freezeWorkingDays: 2 }
    const plan = run(snapshot)
    expect(dates(plan, 'blast')).toEqual([at('17T15:00'), at('19T10:00')])
    expect(dates(plan, 'paint')).toEqual([at('23T15:00'), at('24T15:00')])
    expect(binding(plan, 'paint')).toEqual(['longestLag'])
    expect(of(plan, 'paint').placement.warnings).toEqual([{ code: 'lagTooLong', operationId: 'blast' }])
    expect(binding(plan, 'blast')).toEqual(['frozen'])
    expect(run(planned(snapshot, plan)).objective.movedOperations).toBe(0)
  })

  it('that does not hold anything back any more is a false reason for the checker', () => {
    const snapshot = paintShop({}, soonAfter('blast', 2))
    const plan = run(snapshot)
    const unlimited = paintShop({}, soonAfter('blast', 2, { maxLagHours: null }))
    const codes = checkSchedule(unlimited, plan, { scope: 'all' }).map(({ code }) => code)
    expect(codes).toContain('falseFactor')
  })
})
