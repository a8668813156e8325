import { describe, expect, test } from 'vitest'
import { dayMs } from '../time/units.ts'
import { learnPaces } from './learn-paces.ts'
import type { FinishedWorkColumns } from './learned-pace.ts'

const nowMs = Date.UTC(2026, 10, 30)

interface Finished {
  readonly categoryId?: string
  readonly name?: string
  readonly setupFamily?: string
  readonly ratio: number
  readonly includesWaiting?: boolean
  readonly daysAgo?: number
}

const columnsOf = (work: readonly Finished[]): FinishedWorkColumns => ({
  categoryId: work.map(({ categoryId = 'weld' }) => categoryId),
  name: work.map(({ name = 'Weld' }) => name),
  setupFamily: work.map(({ setupFamily = '' }) => setupFamily),
  estimateHours: work.map(() => 4),
  actualHours: work.map(({ ratio }) => 4 * ratio),
  includesWaiting: work.map(({ includesWaiting = false }) => includesWaiting),
  finishedMs: work.map(({ daysAgo = 10 }) => nowMs - daysAgo * dayMs),
})

/** Ratios around `factor`: as many above as below. */
const around = (factor: number, count: number, rest: Omit<Finished, 'ratio'> = {}): Finished[] =>
  Array.from({ length: count }, (_, at) => ({ ...rest, ratio: factor * Math.exp(0.2 * ((2 * at) / (count - 1) - 1)) }))

const weld = { categoryId: 'weld', setupFamily: '', name: 'Weld' }

describe('learnPaces', () => {
  test('nothing is known without finished work', () => {
    expect(learnPaces(columnsOf([]), nowMs).paceOf(weld)).toBeNull()
    expect(learnPaces(columnsOf(around(1.3, 7)), nowMs).paceOf(weld)).toBeNull()
  })

  test('a work center with enough finished work has the median of its ratios', () => {
    const pace = learnPaces(columnsOf(around(1.3, 21)), nowMs).paceOf(weld)
    expect(pace).toMatchObject({ count: 21, basis: 'workCenter' })
    expect(pace?.factor).toBeCloseTo(1.3, 6)
  })

  test('a few mistakes in reporting hardly change a pace', () => {
    const clean = learnPaces(columnsOf(around(1.3, 21)), nowMs).paceOf(weld)
    const spoiled = learnPaces(columnsOf([...around(1.3, 21), { ratio: 90 }, { ratio: 40 }]), nowMs).paceOf(weld)
    expect(Math.abs((spoiled?.factor ?? 0) - 1.3)).toBeLessThan(0.05)
    expect(spoiled?.spread).toBeLessThan(1.4 * (clean?.spread ?? 0))
  })

  test('a pace with little evidence is drawn towards the shop', () => {
    const work = [
      ...around(1, 60, { categoryId: 'cut' }),
      ...around(1.1, 60, { categoryId: 'mill' }),
      ...around(0.95, 60, { categoryId: 'paint' }),
      ...around(1.5, 8),
    ]
    const paces = learnPaces(columnsOf(work), nowMs)
    const factor = paces.paceOf(weld)?.factor ?? 0
    expect(factor).toBeLessThan(1.5)
    expect(factor).toBeGreaterThan(1.2)
    expect(paces.paceOf({ ...weld, categoryId: 'cut' })?.factor).toBeCloseTo(1, 1)
  })

  test('a work center without finished work has the pace of the shop, with more spread', () => {
    const centers = ['cut', 'mill', 'paint']
    const paces = learnPaces(
      columnsOf(centers.flatMap((categoryId, at) => around(1 + at / 4, 30, { categoryId }))),
      nowMs,
    )
    const pace = paces.paceOf({ ...weld, categoryId: 'new' })
    expect(pace).toMatchObject({ basis: 'shop', count: 90 })
    expect(pace?.spread).toBeGreaterThan(paces.paceOf({ ...weld, categoryId: 'cut' })?.spread ?? 1)
  })

  test('a setup family with a pace of its own goes before the work center', () => {
    const work = [
      ...around(1.6, 20, { name: 'Weld pipe', setupFamily: 'stainless' }),
      ...around(0.9, 20, { name: 'Weld pipe', setupFamily: 'mild' }),
    ]
    const paces = learnPaces(columnsOf(work), nowMs)
    const stainless = paces.paceOf({ ...weld, setupFamily: 'stainless', name: 'Weld pipe' })
    expect(stainless).toMatchObject({ basis: 'family', count: 20 })
    expect(stainless?.factor).toBeCloseTo(1.6, 1)
    expect(paces.paceOf({ ...weld, setupFamily: 'copper' })?.basis).toBe('workCenter')
  })

  test('names that differ in numbers and case are one kind of operation', () => {
    const work = [...around(0.9, 20, { name: 'Weld frame 7' }), ...around(1.5, 20, { name: 'Weld bracket' })]
    const paces = learnPaces(columnsOf(work), nowMs)
    expect(paces.paceOf({ ...weld, name: 'weld BRACKET #3' })).toMatchObject({ basis: 'name', count: 20 })
    expect(paces.paceOf({ ...weld, name: 'Tack' })).toMatchObject({ basis: 'workCenter', count: 40 })
    expect(paces.groups.map(({ kind }) => kind)).toEqual([null, 'weld frame', 'weld bracket'])
  })

  test('kinds of work that do not differ have the pace of their work center', () => {
    const work = [...around(1.2, 20, { name: 'Weld frame' }), ...around(1.2, 20, { name: 'Weld bracket' })]
    expect(learnPaces(columnsOf(work), nowMs).paceOf({ ...weld, name: 'Weld frame' })).toMatchObject({
      basis: 'workCenter',
      count: 40,
    })
  })

  test('hours with waiting in them do not count where time on work was recorded', () => {
    const waiting = around(3, 30, { includesWaiting: true })
    expect(learnPaces(columnsOf([...waiting, ...around(1.2, 10)]), nowMs).paceOf(weld)).toMatchObject({ count: 10 })
  })

  test('a pace with waiting in it is shown, and not calculated with', () => {
    const paces = learnPaces(columnsOf(around(3, 30, { includesWaiting: true })), nowMs)
    expect(paces.paceOf(weld)).toBeNull()
    expect(paces.groups).toMatchObject([{ categoryId: 'weld', includesWaiting: true, pace: { count: 30 } }])
  })

  test('a work center that finishes little reaches back to its last 30 operations, at most a year', () => {
    const old = around(1.3, 40, { daysAgo: 200 })
    const [group] = learnPaces(columnsOf([...old, ...around(1.1, 5)]), nowMs).groups
    expect(group).toMatchObject({ days: 200, pace: { count: 30 } })
    expect(learnPaces(columnsOf(around(1.3, 40, { daysAgo: 366 })), nowMs).groups).toEqual([])
  })

  test('recent work counts more', () => {
    const work = [...around(1, 30, { daysAgo: 85 }), ...around(1.5, 30, { daysAgo: 1 })]
    expect(learnPaces(columnsOf(work), nowMs).paceOf(weld)?.factor).toBeGreaterThan(1.3)
  })

  test('work without an estimate or without hours says nothing', () => {
    const work = columnsOf([...around(1.3, 21), { ratio: 0 }, { ratio: Number.NaN }])
    expect(learnPaces(work, nowMs).paceOf(weld)?.count).toBe(21)
  })
})
