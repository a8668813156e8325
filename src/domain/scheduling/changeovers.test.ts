import { describe, expect, it } from 'vitest'
import type { Changeover } from '#contract/categories.ts'
import { randomNumbers } from '#testing/bench/random-shop.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, binding, dates, of, run } from '#testing/plan-by-hand.ts'
import { checkSchedule } from './check-schedule.ts'
import { scheduleShop } from './schedule-shop.ts'
import type { ShopSnapshot, SnapshotOperation } from './shop-snapshot.ts'

const changeover = (fromFamily: string, toFamily: string, hours: number): Changeover => ({
  fromFamily,
  toFamily,
  hours,
})
const matrix = [changeover('White', 'Blue', 2), changeover('Blue', 'White', 1)]

interface Job extends Partial<SnapshotOperation> {
  dueMs?: number
}

/** Operations on the saw, which has changeovers, each of its own project; the first is the most urgent. */
const sawing = (jobs: Record<string, Job>, changeovers: Changeover[] = matrix): ShopSnapshot => {
  const projects = Object.entries(jobs).map(([id, { dueMs, ...more }], i) =>
    project(id, [operation(id, { durationHours: 2, ...more })], { priority: 90 - i, dueMs: dueMs ?? null }),
  )
  const plain = shop(projects)
  const categories = plain.categories.map((center) =>
    center.categoryId === 'saw' ? { ...center, changeovers } : center,
  )
  return { ...plain, categories }
}

const white = { setupFamily: 'White' }
const blue = { setupFamily: 'Blue' }
const warnings = (plan: ReturnType<typeof run>, id: string) => of(plan, id).placement.warnings

describe('a work center with changeovers', () => {
  it('runs families together where nothing is late because of that', () => {
    const plan = run(sawing({ one: white, two: blue, three: white }))
    expect(dates(plan, 'one')).toEqual([at('16T08:00'), at('16T10:00')])
    expect(dates(plan, 'three')).toEqual([at('16T10:00'), at('16T12:00')])
    expect(dates(plan, 'two')).toEqual([at('16T14:00'), at('16T16:00')])
    expect(plan.objective.changeoverHours).toBe(2)
  })

  it('changes over rather than ship late', () => {
    const jobs = { one: white, two: { ...blue, dueMs: at('16T15:00') }, three: white }
    const plan = run(sawing(jobs))
    expect(of(plan, 'two').endMs).toBeLessThanOrEqual(at('16T15:00'))
    expect(plan.objective.weightedLatenessHours).toBe(0)
  })

  it('explains a start by the changeover, and by what ran before it', () => {
    const plan = run(sawing({ one: white, two: blue }))
    expect(binding(plan, 'two')).toEqual(['changeover'])
    const factors = of(plan, 'two').placement.factors.filter(({ code }) => code !== 'now')
    expect(factors).toEqual([
      { code: 'workCentreBusy', at: at('16T10:00'), binding: false, categoryId: 'saw', operationId: 'one' },
      {
        code: 'changeover',
        at: at('16T12:00'),
        binding: true,
        categoryId: 'saw',
        operationId: 'one',
        fromFamily: 'White',
        toFamily: 'Blue',
        hours: 2,
      },
    ])
  })

  it('is changed over in its working time only', () => {
    const plan = run(
      sawing({ one: { ...white, durationHours: 8 }, two: blue }, [
        changeover('White', 'Blue', 2),
        changeover('Blue', 'White', 9),
      ]),
    )
    // One hour until 17:00, and one more on Tuesday morning.
    expect(dates(plan, 'two')[0]).toBe(at('17T09:00'))
  })

  it('begins with the family of its last completed operation, and may have been changed over since', () => {
    const done = (end: string) => ({
      ...blue,
      progressPercent: 100,
      actualStartMs: at('13T08:00'),
      actualEndMs: at(end),
    })
    expect(dates(run(sawing({ done: done('13T17:00'), next: white })), 'next')[0]).toBe(at('16T09:00'))
    expect(dates(run(sawing({ done: done('13T16:00'), next: white })), 'next')[0]).toBe(at('16T08:00'))
    expect(dates(run(sawing({ done: done('13T17:00'), next: blue })), 'next')[0]).toBe(at('16T08:00'))
  })

  it('leaves time for the changeover before a pinned operation', () => {
    const pinned = { ...blue, pinned: true, scheduledStartMs: at('16T11:00'), scheduledEndMs: at('16T13:00') }
    const plan = run(sawing({ fixed: pinned, next: white, alike: { ...blue, durationHours: 3 } }))
    // Between 08:00 and 11:00 two hours of White and the changeover of two hours have no room.
    expect(dates(plan, 'alike')[0]).toBe(at('16T08:00'))
    expect(dates(plan, 'next')[0]).toBe(at('16T14:00'))
  })

  it('warns of pinned operations without time for the changeover between them', () => {
    const pinned = (start: string, end: string, family: object) => ({
      ...family,
      pinned: true,
      scheduledStartMs: at(start),
      scheduledEndMs: at(end),
    })
    const jobs = { one: pinned('16T08:00', '16T10:00', white), two: pinned('16T11:00', '16T13:00', blue) }
    expect(warnings(run(sawing(jobs)), 'two')).toEqual([{ code: 'changeoverTooShort', operationId: 'one' }])
    const later = { ...jobs, two: pinned('16T12:00', '16T14:00', blue) }
    expect(warnings(run(sawing(later)), 'two')).toEqual([])
  })

  it('does not let the checker accept a start before the changeover is over', () => {
    const snapshot = sawing({ one: white, two: blue })
    const plan = run(snapshot)
    const early = structuredClone(plan)
    const two = of(early, 'two')
    two.startMs = at('16T11:30')
    two.endMs = at('16T13:30')
    const found = checkSchedule(snapshot, early, { scope: 'all' }).map(({ code }) => code)
    expect(found).toContain('changeoverTooShort')
  })

  it('keeps its plan when it is followed and when it is scheduled again', () => {
    const snapshot = sawing({ one: white, two: blue, three: white, four: {} })
    const plan = run(snapshot)
    const again = planned(snapshot, plan)
    expect(run(again).objective.movedOperations).toBe(0)
    expect(run(again, 'all', 'keepSequence').operations.map(({ startMs }) => startMs)).toEqual(
      plan.operations.map(({ startMs }) => startMs),
    )
  })
})

/** The least hours of changeovers over all orders, from no family at all. */
const leastChangeovers = (
  families: readonly string[],
  changeovers: readonly Changeover[],
  from: string | null,
): number =>
  families.length === 0
    ? 0
    : Math.min(
        ...families.map((family, i) => {
          const pair = changeovers.find(({ fromFamily, toFamily }) => fromFamily === from && toFamily === family)
          return (pair?.hours ?? 0) + leastChangeovers(families.toSpliced(i, 1), changeovers, family)
        }),
      )

describe('the search', () => {
  it('finds the least changeovers over all orders of seven operations', () => {
    const names = ['White', 'Blue', 'Red', 'Primer']
    for (let seed = 1; seed <= 6; seed++) {
      const random = randomNumbers(seed)
      const changeovers = names.flatMap((one) =>
        names.flatMap((other) => (one === other ? [] : changeover(one, other, 1 + Math.floor(random() * 8)))),
      )
      const families = Array.from({ length: 7 }, () => names[Math.floor(random() * names.length)] ?? '')
      const jobs = Object.fromEntries(families.map((setupFamily, i) => [`job${i}`, { setupFamily }]))
      const snapshot = sawing(jobs, changeovers)
      const found = scheduleShop(snapshot, { scope: 'all', effort: 'balanced' })
      if ('cancelled' in found) throw new Error('cancelled')
      expect(checkSchedule(snapshot, found, { scope: 'all' })).toEqual([])
      expect(found.objective.changeoverHours).toBe(leastChangeovers(families, changeovers, null))
    }
  })
})
