import { describe, expect, test } from 'vitest'
import { dayMs } from '../time/units.ts'
import type { FinishedWorkColumns } from './finished-work.ts'
import { learnPaces } from './learn-paces.ts'

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
  setupFamily: work.map(({ setupFamily = null }) => setupFamily),
  estimateHours: work.map(() => 4),
  actualHours: work.map(({ ratio }) => 4 * ratio),
  includesWaiting: work.map(({ includesWaiting = false }) => includesWaiting),
  finishedMs: work.map(({ daysAgo = 10 }) => nowMs - daysAgo * dayMs),
})

/** Ratios around `factor`: as many above as below. */
const around = (factor: number, count: number, rest: Omit<Finished, 'ratio'> = {}): Finished[] =>
  Array.from({ length: count }, (_, at) => ({ ...rest, ratio: factor * Math.exp(0.2 * ((2 * at) / (count - 1) - 1)) }))

const weld = { categoryId: 'weld', setupFamily: null, name: 'Weld' }

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

  test('a setup family goes before the name, and the name before the work center', () => {
    const work = [
      ...around(1.6, 20, { name: 'Weld pipe', setupFamily: 'stainless' }),
      ...around(0.9, 20, { name: 'Weld frame 7' }),
      ...around(1.2, 20, { name: 'Weld bracket', setupFamily: 'mild' }),
    ]
    const paces = learnPaces(columnsOf(work), nowMs)
    expect(paces.paceOf({ ...weld, setupFamily: 'stainless' })?.basis).toBe('family')
    expect(paces.paceOf({ ...weld, name: 'weld BRACKET 3' })?.basis).toBe('name')
    expect(paces.paceOf({ ...weld, name: 'Tack' })?.basis).toBe('workCenter')
  })

  test('kinds of work that do not differ have the pace of their work center', () => {
    const work = [...around(1.2, 20, { name: 'Weld frame' }), ...around(1.2, 20, { name: 'Weld bracket' })]
    expect(learnPaces(columnsOf(work), nowMs).paceOf({ ...weld, name: 'Weld frame' })).toMatchObject({
      basis: 'workCenter',
      count: 40,
    })
  })

  test('hours that include waiting are evidence only where too little was measured', () => {
    const waiting = around(3, 30, { includesWaiting: true })
    const measured = learnPaces(columnsOf([...waiting, ...around(1.2, 10)]), nowMs).paceOf(weld)
    expect(measured).toMatchObject({ count: 10 })
    expect(learnPaces(columnsOf([...waiting, ...around(1.2, 4)]), nowMs).paceOf(weld)).toMatchObject({ count: 34 })
  })

  test('older work is no evidence', () => {
    expect(learnPaces(columnsOf(around(1.3, 21, { daysAgo: 91 })), nowMs).paceOf(weld)).toBeNull()
  })
})
