import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomNumbers, randomShop } from '#testing/bench/random-shop.ts'
import { mondayMorningMs, operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { everyFeature } from '#testing/every-feature.ts'
import { passFromScratch } from '#testing/pass-from-scratch.ts'
import { planned } from '#testing/plan-as-present.ts'
import { at, behind } from '#testing/plan-by-hand.ts'
import { propertyRuns } from '#testing/property-runs.ts'
import { hourMs } from '../time/units.ts'
import { type PassChanges, PreparedPlan } from './prepared-plan.ts'
import { scheduleShop } from './schedule-shop.ts'
import { shopModel } from './shop-model.ts'
import type { ShopSnapshot } from './shop-snapshot.ts'

const prepared = (snapshot: ShopSnapshot): PreparedPlan => new PreparedPlan(shopModel(snapshot, 'all', 'keepSequence'))

/** Start and end of each operation of the model after a pass; NaN = none. */
const datesAfter = (plan: PreparedPlan, changes: PassChanges = {}) => {
  plan.pass(changes)
  return { starts: [...plan.startMs], ends: [...plan.endMs] }
}

/** Reads and writes columns of a plan by operation id. */
const rowsOf = (plan: PreparedPlan) => {
  const rowOf = (id: string): number => plan.model.operations.findIndex(({ source }) => source.operationId === id)
  return {
    dates: (id: string) => [plan.startMs[rowOf(id)], plan.endMs[rowOf(id)]],
    column: (values: Readonly<Record<string, number>>): Float64Array => {
      const column = new Float64Array(plan.model.operations.length).fill(Number.NaN)
      for (const [id, value] of Object.entries(values)) column[rowOf(id)] = value
      return column
    },
  }
}

const hours = (count: number): number => count * hourMs
const seed = 20_261_130

/** A random shop, in half of the cases with a plan that a run made some days ago. */
const randomPlan = (shape: Parameters<typeof randomShop>[0]): ShopSnapshot => {
  const snapshot = randomShop(shape)
  const made = shape.seed % 2 === 0 ? null : scheduleShop(snapshot, { scope: 'all' })
  if (!made || 'cancelled' in made) return snapshot
  return { ...planned(snapshot, made), nowMs: snapshot.nowMs + (shape.seed % 7) * 24 * hourMs }
}

/** Random changes: longer, shorter and no work, later and earlier starts, for some or all of the operations. */
const randomChanges = (plan: PreparedPlan, number: number): PassChanges => {
  const random = randomNumbers(number)
  const { nowMs } = plan.model
  const share = [0, 0.2, 1][number % 3] ?? 0
  const workMs = plan.plannedWorkMs.map((work) => {
    if (random() >= share) return Number.NaN
    return random() < 0.1 ? 0 : Math.round(work * (0.2 + 2 * random()))
  })
  const earliestMs = plan.plannedWorkMs.map(() =>
    random() < 0.2 ? nowMs + Math.floor(random() * 400 - 40) * hourMs : Number.NaN,
  )
  const isReleased = number % 5 < 2
  return { workMs, ...(isReleased && { earliestMs }), waitsForPlan: number % 2 === 0 }
}

describe('a pass in random shops', () => {
  it('passes without turns leave nothing behind for the passes after them', () => {
    fc.assert(
      fc.property(everyFeature, fc.nat(1000), (shape, number) => {
        const plan = prepared(randomPlan(shape))
        const first = datesAfter(plan)
        const loose = { ...randomChanges(plan, number), keepsTurns: false }
        const dates = datesAfter(plan, loose)
        expect(datesAfter(plan)).toEqual(first)
        expect(datesAfter(plan, loose)).toEqual(dates)
      }),
      { numRuns: propertyRuns(200), seed },
    )
  })

  it('every pass gives the dates of a plan that is read and computed from scratch with the same changes', () => {
    fc.assert(
      fc.property(everyFeature, fc.array(fc.nat(1000), { minLength: 1, maxLength: 4 }), (shape, numbers) => {
        const snapshot = randomPlan(shape)
        const plan = prepared(snapshot)
        const all = [{}, ...numbers.map((number) => randomChanges(plan, number))]
        // In this order and back, so that each pass follows different ones.
        for (const changes of [...all, ...all.toReversed()])
          expect(datesAfter(plan, changes)).toEqual(passFromScratch(snapshot, changes))
      }),
      { numRuns: propertyRuns(400), seed },
    )
  })

  it('a pass without changes gives the dates of the run that follows the plan', () => {
    fc.assert(
      fc.property(everyFeature, (shape) => {
        const snapshot = randomPlan(shape)
        const plan = prepared(snapshot)
        const result = scheduleShop(snapshot, { scope: 'all', method: 'keepSequence' })
        if ('cancelled' in result) throw new Error('nobody cancelled')
        const { starts, ends } = datesAfter(plan)
        for (const [row, { row: inSnapshot }] of plan.model.operations.entries()) {
          const { startMs, endMs } = result.operations[inSnapshot] ?? {}
          expect([starts[row], ends[row]]).toEqual([startMs ?? Number.NaN, endMs ?? Number.NaN])
        }
      }),
      { numRuns: propertyRuns(400), seed },
    )
  })

  it('without overlaps and changeovers, longer work of one operation makes no operation start or end earlier', () => {
    fc.assert(
      fc.property(everyFeature, fc.nat(1000), fc.boolean(), (shape, number, waitsForPlan) => {
        const plan = prepared(randomPlan({ ...shape, overlaps: 0, setups: 0 }))
        const before = datesAfter(plan, { waitsForPlan })
        const { plannedWorkMs } = plan
        const placed = [...plannedWorkMs.keys()].filter((row) => (plannedWorkMs[row] ?? 0) > 0)
        const row = placed[number % Math.max(1, placed.length)]
        if (row === undefined) return
        const workMs = plannedWorkMs.map((work, of) => (of === row ? work * 2 + hourMs : Number.NaN))
        const after = datesAfter(plan, { workMs, waitsForPlan })
        const isEarlier = (dates: readonly number[], was: readonly number[]): boolean =>
          dates.some((date, of) => date < (was[of] ?? Number.NaN))
        expect(isEarlier(after.starts, before.starts) || isEarlier(after.ends, before.ends)).toBe(false)
        // Of equal work, the end must have moved, or a pass would ignore its changes.
        expect(after.ends[row]).not.toBe(before.ends[row])
      }),
      { numRuns: propertyRuns(300), seed },
    )
  })

  it('work that does not wait for its planned start starts no later, and some of it starts before that', () => {
    let earlier = 0
    fc.assert(
      fc.property(everyFeature, (shape) => {
        const plan = prepared(randomPlan({ ...shape, overlaps: 0, setups: 0 }))
        const { starts } = datesAfter(plan)
        const { starts: early } = datesAfter(plan, { waitsForPlan: false })
        for (const [row, start] of early.entries()) {
          expect(start > (starts[row] ?? Number.NaN)).toBe(false)
          if (start < (plan.model.operations[row]?.source.scheduledStartMs ?? Number.NaN)) earlier++
        }
      }),
      { numRuns: propertyRuns(200), seed },
    )
    expect(earlier).toBeGreaterThan(3)
  })

  it('with no work left anywhere, every operation that has a place ends when it starts', () => {
    fc.assert(
      fc.property(everyFeature, (shape) => {
        const plan = prepared(randomPlan(shape))
        const { starts, ends } = datesAfter(plan, { workMs: plan.plannedWorkMs.map(() => 0) })
        for (const i of plan.shop.rows) expect(ends[i]).toBe(starts[i])
      }),
      { numRuns: propertyRuns(100), seed },
    )
  })
})

describe('a pass by hand', () => {
  const from = (local: string, clockHours = 4) => ({
    scheduledStartMs: at(local),
    scheduledEndMs: at(local) + clockHours * hourMs,
  })
  const two = () => {
    const plan = prepared(
      shop([
        project('p', [
          operation('a', from('16T08:00')),
          operation('b', { ...from('16T13:00'), categoryId: 'weld', dependencies: behind('a') }),
        ]),
      ]),
    )
    return { plan, ...rowsOf(plan) }
  }

  it('longer work moves its successor, and the next pass knows nothing of it', () => {
    const { plan, dates, column } = two()
    plan.pass({ workMs: column({ a: hours(6) }) })
    expect([dates('a'), dates('b')]).toEqual([
      [at('16T08:00'), at('16T14:00')],
      [at('16T14:00'), at('17T09:00')],
    ])
    plan.pass()
    expect(dates('b')).toEqual([at('16T13:00'), at('16T17:00')])
  })

  it('after shorter work, the successor waits for its planned start only if it is to', () => {
    const { plan, dates, column } = two()
    const workMs = column({ a: hours(1) })
    plan.pass({ workMs })
    expect(dates('b')[0]).toBe(at('16T13:00'))
    plan.pass({ workMs, waitsForPlan: false })
    expect(dates('b')[0]).toBe(at('16T09:00'))
  })

  it('a later release delays work, and an earlier one than now counts as now', () => {
    const { plan, dates, column } = two()
    plan.pass({ earliestMs: column({ a: at('17T10:00') }) })
    expect([dates('a')[0], dates('b')[0]]).toEqual([at('17T10:00'), at('17T14:00')])
    plan.pass({ earliestMs: column({ a: at('10T08:00') }), waitsForPlan: false })
    expect(dates('a')[0]).toBe(at('16T08:00'))
  })

  it('started work that takes longer keeps its machine and holds up its successors, and shorter work frees them', () => {
    const begun = operation('a', { ...from('13T13:00'), actualStartMs: at('13T13:00') })
    const plan = prepared(
      shop([
        project('p', [begun, operation('b', { ...from('16T08:00'), categoryId: 'weld', dependencies: behind('a') })]),
        project('q', [operation('c', from('16T12:00'))]),
      ]),
    )
    const { dates, column } = rowsOf(plan)
    plan.pass({ workMs: column({ a: hours(8) }) })
    expect(dates('a')).toEqual([at('13T13:00'), at('16T16:00')])
    expect([dates('b')[0], dates('c')[0]]).toEqual([at('16T16:00'), at('16T16:00')])
    plan.pass({ workMs: column({ a: hours(1) }), waitsForPlan: false })
    expect([dates('b')[0], dates('c')[0]]).toEqual([at('16T09:00'), at('16T09:00')])
    plan.pass()
    expect([dates('b')[0], dates('c')[0]]).toEqual([at('16T12:00'), at('16T12:00')])
  })

  it('work that overlaps with started work waits for its share of the work that the pass gives it', () => {
    const half = { actualStartMs: at('13T13:00'), progressPercentage: 50, durationHours: 8 }
    const overlap = { dependencies: [{ operationId: 'a', lagHours: 0, overlapPercent: 75 }], durationHours: 24 }
    const plan = prepared(
      shop([
        project('p', [
          operation('a', { ...from('13T13:00'), ...half }),
          operation('b', { ...from('16T08:00'), categoryId: 'weld', ...overlap }),
        ]),
      ]),
    )
    const { dates, column } = rowsOf(plan)
    plan.pass()
    expect([dates('a')[1], dates('b')[0]]).toEqual([at('16T12:00'), at('16T10:00')])
    // Of sixteen hours, four remain when three quarters are done.
    plan.pass({ workMs: column({ a: hours(12) }) })
    expect([dates('a')[1], dates('b')[0]]).toEqual([at('17T11:00'), at('16T16:00')])
  })

  it('the wait after finished work counts in every pass, whatever the earliest start', () => {
    const done = operation('a', { actualStartMs: at('13T10:00'), actualEndMs: at('13T14:00'), progressPercentage: 100 })
    const drying = { ...from('16T08:00'), dependencies: behind('a', 70, 'calendar') }
    const plan = prepared(shop([project('p', [done, operation('b', drying)])]))
    const { dates, column } = rowsOf(plan)
    for (const earliest of [at('10T08:00'), at('16T09:00')]) {
      plan.pass({ earliestMs: column({ b: earliest }), waitsForPlan: false })
      expect(dates('b')[0]).toBe(at('16T12:00'))
    }
  })

  it('work that outgrows all working time has no date, nor have its successors, until it is shorter again', () => {
    const startMs = at('16T08:00')
    const overtime = { kind: 'overtime', name: 'Only', startMs, endMs: startMs + hours(8), categoryId: null } as const
    const of = project('p', [
      operation('a', from('16T08:00')),
      operation('b', { ...from('16T12:00'), dependencies: behind('a') }),
    ])
    const plan = prepared(shop([of], { defaultShiftId: 'never', exceptions: [overtime] }))
    const { dates, column } = rowsOf(plan)
    const completions = new Float64Array(1)
    plan.pass({ workMs: column({ a: hours(9) }) })
    plan.readCompletions(completions)
    expect([...dates('a'), ...dates('b'), ...completions]).toEqual([NaN, NaN, NaN, NaN, Infinity])
    plan.pass()
    plan.readCompletions(completions)
    expect([dates('b')[1], ...completions]).toEqual([at('16T16:00'), at('16T16:00')])
  })

  it('a shop whose work is all finished has nothing to place, and its projects end with their last work', () => {
    const done = (id: string, local: string) =>
      operation(id, { actualStartMs: at(local), actualEndMs: at(local) + hours(2), progressPercentage: 100 })
    const plan = prepared(shop([project('p', [done('a', '12T08:00'), done('b', '13T08:00')]), project('q', [])]))
    expect(plan.pass()).toBe(true)
    const completions = new Float64Array(2)
    plan.readCompletions(completions)
    expect([plan.sequence.length, ...completions]).toEqual([0, at('13T10:00'), -Infinity])
  })

  it('work whose work center never opens has no date in any pass', () => {
    const plan = prepared(shop([project('p', [operation('a', { ...from('16T08:00'), categoryId: 'shut' })])]))
    const { dates, column } = rowsOf(plan)
    plan.pass({ workMs: column({ a: hours(1) }), waitsForPlan: false })
    expect(dates('a')).toEqual([NaN, NaN])
  })

  it('a pass that is ended returns false, and the next one is whole', () => {
    const { plan, dates } = two()
    expect(plan.pass({}, () => true)).toBe(false)
    expect(plan.pass()).toBe(true)
    expect(dates('b')[1]).toBe(at('16T17:00'))
  })
})

describe('a pass without turns', () => {
  it('ready work passes work whose turn it is, and work with an earlier turn goes first where both are ready', () => {
    const at = (from: number) => ({
      scheduledStartMs: mondayMorningMs + hours(from),
      scheduledEndMs: mondayMorningMs + hours(from + 4),
    })
    const snapshot = shop(
      [
        project('a', [operation('late', at(0))]),
        project('b', [operation('ready', at(4))]),
        project('c', [operation('last', at(8))]),
      ],
      { defaultShiftId: null, holidays: [] },
    )
    const plan = prepared(snapshot)
    const { dates, column } = rowsOf(plan)
    const earliestMs = column({ late: mondayMorningMs + hours(2) })
    const startOf = (id: string) => ((dates(id)[0] ?? 0) - mondayMorningMs) / hourMs
    plan.pass({ earliestMs, waitsForPlan: false })
    expect(['late', 'ready', 'last'].map(startOf)).toEqual([2, 6, 10])
    plan.pass({ earliestMs, waitsForPlan: false, keepsTurns: false })
    expect(['late', 'ready', 'last'].map(startOf)).toEqual([4, 0, 8])
  })
})
