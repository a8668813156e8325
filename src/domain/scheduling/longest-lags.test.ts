import { describe, expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, binding, dates, of, run } from '#testing/plan-by-hand.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ShopSnapshot, SnapshotDependency, SnapshotOperation } from './shop-snapshot.ts'

const soonAfter = (id: string, maxLagHours: number, over: Partial<SnapshotDependency> = {}) => [
  { operationId: id, lagHours: 0, maxLagHours, ...over },
]
/** Painting waits for its material until Thursday; blasting could be done on Monday. */
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

describe('a maximum lag', () => {
  it.each<[string, SnapshotDependency[], string, string]>([
    ['in working hours', soonAfter('blast', 2), '17T15:00', '19T10:00'],
    ['in clock time', soonAfter('blast', 1, { lagUnit: 'calendar' }), '17T16:00', '19T11:00'],
  ])('a maximum lag delays the predecessor as far as possible %s', (_, link, startMs, endMs) => {
    const snapshot = paintShop({}, link)
    const plan = run(snapshot)
    expect(dates(plan, 'blast')).toEqual([at(startMs), at(endMs)])
    expect(binding(plan, 'blast')).toEqual(['longestLag'])
    expect(of(plan, 'paint').startMs).toBe(at('19T12:00'))
    expect(warningsOf(snapshot)).toEqual([])
    expect(run(planned(snapshot, plan)).objective.movedOperations).toBe(0)
  })

  it("a maximum lag also delays the predecessor's predecessor if that has a maximum lag too", () => {
    const cut = operation('cut', { categoryId: 'weld', sequence: 5 })
    const plan = run(paintShop({ dependencies: soonAfter('cut', 1) }, soonAfter('blast', 2), [cut]))
    expect(dates(plan, 'cut')).toEqual([at('17T10:00'), at('17T14:00')])
    expect(dates(plan, 'blast')[0]).toBe(at('17T15:00'))
  })

  it('a maximum lag is not met if delaying the predecessor would make another project late', () => {
    const other = operation('other', { sequence: 30, dependencies: [{ operationId: 'blast', lagHours: 0 }] })
    const snapshot = paintShop({}, soonAfter('blast', 2), [other])
    expect(dates(run(snapshot), 'blast')[0]).toBe(at('16T08:00'))
    expect(warningsOf(snapshot)).toEqual(['lagTooLong'])
  })

  it('other work uses the time that is freed by a maximum lag', () => {
    const saw = project('q', [operation('saw', { durationHours: 2 })], { priority: 10 })
    const snapshot = paintShop({}, soonAfter('blast', 2))
    const plan = run({ ...snapshot, projects: [...snapshot.projects, saw] })
    expect(dates(plan, 'saw')).toEqual([at('16T08:00'), at('16T10:00')])
    expect(dates(plan, 'blast')[0]).toBe(at('17T15:00'))
  })

  it('once the successor has moved on, the freeze window is the reason instead of the maximum lag', () => {
    // Blasting may end on Thursday at ten but no later, because other work follows.
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

  it('the checker rejects a maximum lag as a reason if it no longer delays anything', () => {
    const snapshot = paintShop({}, soonAfter('blast', 2))
    const plan = run(snapshot)
    const unlimited = paintShop({}, soonAfter('blast', 2, { maxLagHours: null }))
    const codes = checkSchedule(unlimited, plan, { scope: 'all' }).map(({ code }) => code)
    expect(codes).toContain('falseFactor')
  })
})
