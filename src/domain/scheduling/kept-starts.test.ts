import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomShop } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, behind, binding, dates, run } from '#testing/plan-by-hand.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { checkSchedule } from './check-schedule.ts'
import type { ScheduledOperation, ScheduleResult } from './schedule-result.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

const onTuesday = { scheduledStartMs: at('17T08:00'), scheduledEndMs: at('17T12:00') }
/** Welding waits for its material until Thursday noon. */
const weld = operation('weld', {
  categoryId: 'weld',
  sequence: 20,
  dependencies: behind('cut'),
  materialReadyMs: at('19T12:00'),
  scheduledStartMs: at('19T12:00'),
  scheduledEndMs: at('19T16:00'),
})

describe('work that a run could start earlier', () => {
  it('work stays at its planned start if an earlier one gains nothing', () => {
    const plan = run(shop([project('p', [operation('cut', onTuesday), weld])]))
    expect(dates(plan, 'cut')).toEqual([at('17T08:00'), at('17T12:00')])
    expect(binding(plan, 'cut')).toEqual(['planned'])
    expect(plan.movedOperations).toBe(0)
  })

  it('work starts earlier if its project then ends earlier', () => {
    const plan = run(shop([project('p', [operation('cut', onTuesday)])]))
    expect(dates(plan, 'cut')[0]).toBe(at('16T08:00'))
  })

  it('work stays at its planned start while a more urgent project takes the time before it', () => {
    const urgent = project('q', [operation('saw', { durationHours: 9 })], { priority: 90, dueMs: at('16T17:00') })
    const plan = run(shop([urgent, project('p', [operation('cut', onTuesday), weld])]))
    expect(dates(plan, 'saw')[0]).toBe(at('16T08:00'))
    expect(dates(plan, 'cut')[0]).toBe(at('17T08:00'))
  })

  it('work starts earlier if its time is needed by a project that would be late', () => {
    const urgent = project('q', [operation('saw', { materialReadyMs: at('17T08:00') })], { dueMs: at('17T12:00') })
    const plan = run(shop([urgent, project('p', [operation('cut', onTuesday), weld])]))
    expect(dates(plan, 'saw')[0]).toBe(at('17T08:00'))
    expect(dates(plan, 'cut')[0]).toBe(at('16T08:00'))
  })

  it('in random shops, no operation that moved earlier could have stayed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(0, 0.4), (seed, share) => {
        const shape = { seed, projects: 8, operations: 5, categories: 3, trouble: 0 }
        const features = { materials: 0.3, capacities: share, waits: share, outside: share, pools: share }
        const before = randomShop({ ...shape, ...features })
        const changed = withShorterWork(planned(before, run(before)), seed)
        const after = run(changed)
        expect(after.operations.filter((moved) => couldStay(changed, after, moved))).toEqual([])
      }),
      { numRuns: propertyRuns(60) },
    )
  })
})

/** Half of the hours of every third operation are no longer needed. */
const withShorterWork = (snapshot: ShopSnapshot, seed: number): ShopSnapshot => ({
  ...snapshot,
  projects: snapshot.projects.map((of) => ({
    ...of,
    operations: of.operations.map((one, row) =>
      (row + seed) % 3 === 0 ? { ...one, durationHours: one.durationHours / 2 } : one,
    ),
  })),
})

/** Whether the checker accepts the plan with one operation back at its planned start, apart from reasons and sums, and its project ends no later. */
const couldStay = (snapshot: ShopSnapshot, result: ScheduleResult, moved: ScheduledOperation): boolean => {
  const source = snapshot.projects
    .flatMap(({ operations }) => operations)
    .find(({ operationId }) => operationId === moved.operationId)
  const { scheduledStartMs: startMs = null, scheduledEndMs: endMs = null } = source ?? {}
  if (!source || moved.startMs === null || moved.endMs === null || startMs === null || endMs === null) return false
  const completionMs = result.projects.find(({ projectId }) => projectId === moved.projectId)?.completionMs ?? 0
  if (moved.startMs >= startMs || endMs > completionMs) return false
  // A maximum lag before it would be exceeded by more.
  if (moved.placement.warnings.some(({ code }) => code === 'lagTooLong')) return false
  const back = { ...moved, startMs, endMs }
  const operations = result.operations.map((one) => (one === moved ? back : one))
  const found = checkSchedule(snapshot, { ...result, operations }, { scope: 'all' })
  return found.every(({ code }) => ['falseFactor', 'unexplainedStart', 'wrongFigure'].includes(code))
}
