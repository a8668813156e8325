import { describe, expect, it } from 'vitest'
import { mondayMorningMs, operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { learnPaces } from '../learned/learn-paces.ts'
import type { LearnedPace, LearnedPaces } from '../learned/learned-pace.ts'
import { StoppedError } from '../scheduling/stopped.ts'
import { hourMs } from '../time/units.ts'
import { valueAt } from '../value-at.ts'
import { shopOdds } from './shop-odds.ts'

const pace: LearnedPace = { factor: 1.5, spread: 0.3, count: 40, basis: 'workCenter' }

/** A shop that knows the pace of the saw, and of no other work center. */
const knownSaw: LearnedPaces = {
  groups: [{ categoryId: 'saw', kind: null, pace, days: 90, includesWaiting: false }],
  key: '',
  shop: null,
  paceOf: ({ categoryId }) => (categoryId === 'saw' ? pace : null),
}
const learned = { paces: knownSaw, drift: 0 }
const startMs = mondayMorningMs
const planned = { scheduledStartMs: startMs, scheduledEndMs: startMs + 4 * hourMs }

const alone = (over: Parameters<typeof operation>[1] = {}, dueMs: number | null = null) =>
  shop([project('p', [operation('cut', { ...planned, ...over })], { dueMs })], {
    defaultShiftId: null,
    holidays: [],
  })

describe('shopOdds', () => {
  it('the dates spread around the learned pace, earlier and later than the plan', () => {
    const [odds] = shopOdds(alone(), learned)
    const hoursTo = (ms = Number.NaN) => (ms - startMs) / hourMs
    expect(hoursTo(odds?.p50Ms)).toBeGreaterThan(5.4)
    expect(hoursTo(odds?.p50Ms)).toBeLessThan(6.6)
    expect(hoursTo(odds?.p10Ms)).toBeLessThan(4.7)
    expect(hoursTo(odds?.p80Ms)).toBeGreaterThan(7)
    expect(odds?.p90Ms).toBeGreaterThan(odds?.p80Ms ?? Infinity)
  })

  it('the chance to ship on time grows with the due date, and there is none without one', () => {
    const chanceAt = (dueMs: number | null) => shopOdds(alone({}, dueMs), learned)[0]?.onTimeChance
    expect(chanceAt(null)).toBeNull()
    expect(chanceAt(startMs)).toBe(0)
    const half = chanceAt(startMs + 6 * hourMs) ?? 0
    expect(half).toBeGreaterThan(0.35)
    expect(half).toBeLessThan(0.65)
    expect(chanceAt(startMs + 100 * hourMs)).toBe(1)
  })

  it('two computations give the same odds, and other work leaves the odds of independent work alone', () => {
    const [odds] = shopOdds(alone(), learned)
    expect(shopOdds(alone(), learned)[0]).toEqual(odds)
    const shared = alone()
    const other = project('q', [operation('weld', { ...planned, categoryId: 'weld' })])
    expect(shopOdds({ ...shared, projects: [...shared.projects, other] }, learned)).toEqual([odds])
  })

  it('hours that are at the learned pace already are not stretched again', () => {
    const [estimated] = shopOdds(alone(), learned)
    const [paced] = shopOdds(alone({ durationHours: 6, estimateHours: 4 }), learned)
    expect(paced).toEqual(estimated)
  })

  it('known hours are the median themselves, with the spread of their pace', () => {
    const [estimated] = shopOdds(alone(), learned)
    const [known] = shopOdds(alone({ durationHours: 6, originalHours: 4 }), learned)
    expect(known).toEqual(estimated)
  })

  it('started work is drawn for the part that is left', () => {
    const started = alone({ actualStartMs: startMs - 4 * hourMs, progressPercentage: 50 })
    const [odds] = shopOdds(started, learned)
    expect(((odds?.p50Ms ?? 0) - startMs) / hourMs).toBeCloseTo(3, 0)
  })

  it('a project has odds from four fifths of its work at known work centers', () => {
    const withOther = (durationHours: number) => {
      const dates = { ...planned, scheduledEndMs: startMs + durationHours * hourMs }
      const weld = operation('weld', { ...dates, durationHours, categoryId: 'weld' })
      return shop([project('p', [operation('cut', planned), weld])], { defaultShiftId: null, holidays: [] })
    }
    expect(shopOdds(withOther(1), learned)).toHaveLength(1)
    expect(shopOdds(withOther(1.1), learned)).toEqual([])
  })

  it('a shop in which nothing was learned has no odds', () => {
    const none = { categoryId: [], name: [], setupFamily: [], estimateHours: [], actualHours: [] }
    const paces = learnPaces({ ...none, includesWaiting: [], finishedMs: [] }, startMs)
    expect(shopOdds(alone(), { paces, drift: 0 })).toEqual([])
  })

  it('completed projects, and projects with work that never ends, have no odds', () => {
    expect(shopOdds(alone({ actualEndMs: startMs - hourMs, progressPercentage: 100 }), learned)).toEqual([])
    const shut = operation('shut', { durationHours: 0.5, categoryId: 'shut' })
    const stuck = shop([project('p', [operation('cut', planned), shut])])
    expect(shopOdds(stuck, learned)).toEqual([])
  })

  it('a computation that is stopped between or within samples throws', () => {
    let asked = 0
    expect(() => shopOdds(alone(), learned, { shouldStop: () => ++asked > 20 })).toThrow(StoppedError)
    expect(asked).toBe(21)
  })

  it('work of one work center is slow or fast together, so a chain spreads more than independent work would', () => {
    const chain = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        operation(`cut ${at}`, {
          durationHours: 1,
          scheduledStartMs: startMs + at * hourMs,
          scheduledEndMs: startMs + (at + 1) * hourMs,
          dependencies: at > 0 ? [{ operationId: `cut ${at - 1}`, lagHours: 0 }] : [],
        }),
      )
    const widthWith = (drift: number) => {
      const snapshot = shop([project('p', chain(40))], { defaultShiftId: null, holidays: [] })
      const odds = valueAt(shopOdds(snapshot, { paces: knownSaw, drift }), 0)
      return (odds.p90Ms - odds.p10Ms) / hourMs
    }
    expect(widthWith(0.2)).toBeGreaterThan(2 * widthWith(0))
  })
})
