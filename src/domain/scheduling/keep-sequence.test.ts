import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { mondayMorningMs, operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, behind, binding, dates, of, run } from '#testing/plan-by-hand.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ScheduleResult } from './schedule-result.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

const follow = (snapshot: ShopSnapshot): ScheduleResult => run(snapshot, 'all', 'keepSequence')

/** Planned from a local instant on for this many clock hours. */
const from = (local: string, clockHours = 4) => ({
  scheduledStartMs: at(local),
  scheduledEndMs: at(local) + clockHours * 3_600_000,
})

describe('a plan that is followed', () => {
  it('a plan that can still be followed does not change by a minute, even if the machine is free earlier', () => {
    const list = [operation('a', from('16T10:00')), operation('b', { ...from('17T13:00'), dependencies: behind('a') })]
    const result = follow(shop([project('p', list)]))
    expect(dates(result, 'a')).toEqual([at('16T10:00'), at('16T14:00')])
    expect(dates(result, 'b')).toEqual([at('17T13:00'), at('17T17:00')])
    expect(of(result, 'b').placement.factors).toEqual([
      { code: 'now', at: mondayMorningMs, binding: false },
      { code: 'planned', at: at('17T13:00'), binding: true },
      { code: 'predecessor', at: at('16T14:00'), binding: false, operationId: 'a', lagHours: 0 },
    ])
    expect(result.objective.movedOperations).toBe(0)
  })
  it('work moves later only if work that runs over its time pushes it', () => {
    const begun = operation('a', { ...from('13T13:00'), actualStartMs: at('13T13:00') })
    const list = [
      begun,
      operation('b', from('16T08:00')),
      operation('c', from('16T12:00')),
      operation('d', from('19T08:00')),
    ]
    const result = follow(shop([project('p', list)]))
    expect(dates(result, 'a')).toEqual([at('13T13:00'), at('16T12:00')])
    expect(dates(result, 'b')).toEqual([at('16T12:00'), at('16T16:00')])
    expect(dates(result, 'c')).toEqual([at('16T16:00'), at('17T11:00')])
    expect(dates(result, 'd')).toEqual([at('19T08:00'), at('19T12:00')])
    expect([binding(result, 'b'), binding(result, 'd')]).toEqual([['workCentreBusy'], ['planned']])
  })
  it('overdue work starts now, in the planned order', () => {
    const list = [operation('a', from('12T13:00')), operation('b', from('12T08:00'))]
    const result = follow(shop([project('p', list)]))
    expect(dates(result, 'b')).toEqual([mondayMorningMs, at('16T12:00')])
    expect(dates(result, 'a')).toEqual([at('16T12:00'), at('16T16:00')])
  })
  it('the sequence of a work center is preserved, and work planned later waits too', () => {
    const wait = operation('w', { categoryId: 'weld', durationHours: 9, ...from('16T08:00', 9) })
    const late = operation('a', { ...from('16T10:00'), dependencies: behind('w') })
    const result = follow(shop([project('p', [wait, late, operation('b', from('16T14:00'))])]))
    expect(of(result, 'a').startMs).toBe(at('17T08:00'))
    expect(of(result, 'b').startMs).toBe(at('17T12:00'))
  })
  it('the reason names the operation planned before, even if both would fit', () => {
    const weld = { categoryId: 'weld' }
    const wait = operation('w', { durationHours: 9, ...from('16T08:00', 9) })
    const late = operation('a', { ...weld, ...from('16T10:00'), dependencies: behind('w') })
    const result = follow(shop([project('p', [wait, late, operation('b', { ...weld, ...from('16T11:00') })])]))
    expect(of(result, 'b').startMs).toBe(at('17T08:00'))
    expect(of(result, 'b').placement.factors.at(-1)).toEqual({
      code: 'sequence',
      at: at('17T08:00'),
      binding: true,
      categoryId: 'weld',
      operationId: 'a',
    })
  })
  it('work that is planned before its predecessor is scheduled together with it', () => {
    const impossible = operation('a', { ...from('16T08:00'), dependencies: behind('b') })
    const list = [
      impossible,
      operation('b', { categoryId: 'weld', ...from('17T08:00') }),
      operation('c', from('16T12:00')),
    ]
    const result = follow(shop([project('p', list)]))
    expect(dates(result, 'c')).toEqual([at('16T12:00'), at('16T16:00')])
    expect(dates(result, 'a')).toEqual([at('17T12:00'), at('17T16:00')])
  })
  it('a future pin is respected, with a warning about what it makes impossible', () => {
    const pin = operation('b', { pinned: true, ...from('16T10:00'), dependencies: behind('a') })
    const result = follow(shop([project('p', [operation('a', from('16T08:00')), pin])]))
    expect(dates(result, 'b')).toEqual([at('16T10:00'), at('16T14:00')])
    expect(dates(result, 'a'), 'goes around it').toEqual([at('16T14:00'), at('17T09:00')])
    expect(of(result, 'b').placement.warnings).toEqual([{ code: 'startsBeforePredecessor', operationId: 'a' }])
  })
  it('work whose pin has passed starts now with a warning, and its successors wait', () => {
    const pin = operation('a', { pinned: true, ...from('13T08:00') })
    const after = operation('b', { categoryId: 'weld', ...from('16T08:00'), dependencies: behind('a') })
    const result = follow(shop([project('p', [pin, after])]))
    expect(dates(result, 'a')).toEqual([mondayMorningMs, at('16T12:00')])
    expect(of(result, 'b').startMs).toBe(at('16T12:00'))
    expect(of(result, 'a').placement.warnings).toEqual([{ code: 'pinPassed' }])
  })
  it('work inside the freeze window does not move', () => {
    const list = [operation('a', { ...from('16T13:00'), dependencies: behind('b') }), operation('b', from('17T08:00'))]
    const result = follow(shop([project('p', list)], { freezeWorkingDays: 1 }))
    expect(binding(result, 'a')).toEqual(['frozen'])
    expect(of(result, 'a').startMs).toBe(at('16T13:00'))
    expect(of(result, 'a').placement.warnings).toEqual([{ code: 'startsBeforePredecessor', operationId: 'b' }])
  })
  it('work without a planned start, held work and their successors have no date', () => {
    const list = [
      operation('a'),
      operation('b', { ...from('16T08:00'), dependencies: behind('a') }),
      operation('c', { ...from('16T08:00'), onHold: true }),
      operation('d', { ...from('17T08:00'), dependencies: behind('c') }),
    ]
    const result = follow(shop([project('p', list)]))
    expect(list.map(({ operationId }) => of(result, operationId).placement.unplaced)).toEqual([
      { code: 'notPlanned' },
      { code: 'waitsForUnplaced', operationId: 'a' },
      { code: 'onHold' },
      { code: 'waitsForUnplaced', operationId: 'c' },
    ])
  })
  it('a run compares its plan with the followed plan: late projects, and their calendar days', () => {
    const begun = operation('a', { durationHours: 30, ...from('13T13:00'), actualStartMs: at('13T13:00') })
    const ships = { dueMs: at('18T00:00'), priority: 50 }
    const snapshot = shop([project('p', [begun]), project('q', [operation('b', from('16T08:00'))], ships)])
    // The started work occupies Monday, Tuesday, Thursday and three hours of Friday; the ship date is Tuesday.
    expect(dates(follow(snapshot), 'b')).toEqual([at('20T11:00'), at('20T15:00')])
    expect(run(snapshot).before).toEqual({
      weightedLatenessHours: 50 * 63,
      totalCompletionHours: 99 + 103,
      lateProjects: 1,
      lateDays: 3,
    })
  })
})

/** A fixed seed; `bench:engine -- --shops` tries others. */
const seed = 20_261_122

const shops = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  projects: fc.integer({ min: 1, max: 25 }),
  operations: fc.integer({ min: 1, max: 12 }),
  categories: fc.integer({ min: 1, max: 6 }),
  trouble: fc.constantFrom(0.3, 0.6, 1),
  materials: fc.constantFrom(0, 0.3),
  waits: fc.constantFrom(0, 0.3),
  overlaps: fc.constantFrom(0, 0.4),
  outside: fc.constantFrom(0, 0.4),
  setups: fc.constantFrom(0, 0, 0.7),
  pools: fc.constantFrom(0, 0, 0.5),
  capacities: fc.constantFrom(0, 0.5),
  alternatives: fc.constantFrom(0, 0.4),
})

const places = ({ operations }: ScheduleResult) =>
  operations.map(({ operationId, startMs, endMs }) => [operationId, startMs, endMs])

describe('a plan that is followed, in random shops', () => {
  it('a followed plan has no violation, and does not change if followed again at the same instant', () => {
    fc.assert(
      fc.property(shops, (shape) => {
        const snapshot = randomShop(shape)
        const result = follow(snapshot)
        expect(places(follow(planned(snapshot, result)))).toEqual(places(result))
      }),
      { numRuns: propertyRuns(80), seed },
    )
  })

  it("right after a run, the followed plan equals the run's plan unless a pin has passed", () => {
    fc.assert(
      fc.property(shops, (shape) => {
        const before = randomShop(shape)
        const unpinned = before.projects.map((of) => ({
          ...of,
          operations: of.operations.map((source) => ({ ...source, pinned: false })),
        }))
        const snapshot = { ...before, projects: unpinned }
        const plan = run(snapshot)
        const followed = follow(planned(snapshot, plan))
        expect(places(followed)).toEqual(places(plan))
        expect(followed.objective.movedOperations).toBe(0)
      }),
      { numRuns: propertyRuns(40), seed },
    )
  })

  it('the checker refuses work that overtakes, starts earlier than planned or hides a passed pin', () => {
    type Row = ScheduleResult['operations'][number]
    const has = ({ startMs, placement }: Row, sought: string): boolean =>
      placement.factors.some(({ code, binding, at }) => code === sought && binding && at === startMs)
    const pullForward = (row: Row | undefined): boolean => {
      if (!row?.startMs || !row.endMs) return false
      row.startMs -= 60_000
      row.endMs -= 60_000
      return true
    }
    const faults: Record<string, (rows: readonly Row[]) => boolean> = {
      outOfSequence: (rows) => pullForward(rows.find((row) => has(row, 'sequence'))),
      beforePlanned: (rows) => pullForward(rows.find((row) => has(row, 'planned'))),
      missingWarning: (rows) => {
        const warned = rows.find(({ placement }) => placement.warnings.some(({ code }) => code === 'pinPassed'))
        if (warned) warned.placement.warnings = []
        return warned !== undefined
      },
    }
    for (const [code, inject] of Object.entries(faults)) {
      let injected = 0
      for (let seed = 1; seed <= 30; seed++) {
        const snapshot = randomShop({ seed: seed * 13, projects: 10, operations: 6, categories: 2, trouble: 0.6 })
        const passed = snapshot.projects.flatMap(({ operations }) => operations)
        for (const source of passed) source.pinned ||= (source.scheduledStartMs ?? snapshot.nowMs) < snapshot.nowMs
        const broken = structuredClone(follow(snapshot))
        if (!inject(broken.operations)) continue
        injected++
        const found = checkSchedule(snapshot, broken, { scope: 'all', method: 'keepSequence' })
        expect(
          found.map((violation) => violation.code),
          `${code}, seed ${seed}`,
        ).toContain(code)
      }
      expect(injected, code).toBeGreaterThan(3)
    }
  })
})
