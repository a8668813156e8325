import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KnownOpenTime } from './known-open-time.ts'

// The known span is 0..200 with intervals in whole units, so a count of open units is the oracle.
const span = 200
const openUnits = fc.array(fc.boolean(), { minLength: span, maxLength: span }).filter((units) => units.some(Boolean))

const flat = (units: readonly boolean[]) =>
  units
    .flatMap((open, i) => (open && !units[i - 1] ? [i] : !open && units[i - 1] ? [i] : []))
    .concat(units[span - 1] ? [span] : [])
const isOpenUnit = (units: readonly boolean[], unit: number) => units[unit] ?? true

describe('working time', () => {
  it('working time matches a naive count', () => {
    fc.assert(
      fc.property(openUnits, fc.integer({ min: -50, max: 250 }), fc.nat(300), (units, from, length) => {
        const calendar = new KnownOpenTime(flat(units), 0, span)
        let work = 0
        for (let unit = from; unit < from + length; unit++) if (isOpenUnit(units, unit)) work++
        expect(calendar.workBetween(from, from + length)).toBe(work)
      }),
    )
  })
  it('addWork returns the earliest instant at which the work is done', () => {
    fc.assert(
      fc.property(openUnits, fc.integer({ min: -50, max: 250 }), fc.nat(300), (units, from, work) => {
        const calendar = new KnownOpenTime(flat(units), 0, span)
        let end = from
        for (let left = work; left > 0; end++) if (isOpenUnit(units, end)) left--
        expect(calendar.addWork(from, work)).toBe(end)
        expect(calendar.workBetween(from, end)).toBe(work)
      }),
    )
  })
  it('shifting by working time and back returns to the same open instant', () => {
    fc.assert(
      fc.property(
        openUnits,
        fc.integer({ min: -50, max: 250 }),
        fc.integer({ min: -80, max: 80 }),
        (units, at, work) => {
          const calendar = new KnownOpenTime(flat(units), 0, span)
          const from = calendar.nextOpen(at)
          const to = calendar.shift(from, work)
          expect(calendar.isOpen(to)).toBe(true)
          expect(calendar.workBetween(from, to)).toBe(work)
          expect(calendar.shift(to, -work)).toBe(from)
        },
      ),
    )
  })
  it('the next opening and the closed gaps are found', () => {
    fc.assert(
      fc.property(openUnits, fc.integer({ min: -50, max: 250 }), (units, from) => {
        const calendar = new KnownOpenTime(flat(units), 0, span)
        let open = from
        while (!isOpenUnit(units, open)) open++
        expect(calendar.nextOpen(from)).toBe(open)
        const gaps = calendar.closedBetween(0, span, 1)
        const closed = gaps.reduce((sum, edge, i) => sum + (i % 2 ? edge : -edge), 0)
        expect(closed).toBe(units.filter((unit) => !unit).length)
      }),
    )
  })
  it('a work center that never opens is closed throughout the known time', () => {
    const calendar = new KnownOpenTime([], 0, 100)
    expect(calendar.isOpen(50)).toBe(false)
    expect(calendar.workBetween(-10, 110)).toBe(20)
    expect(calendar.addWork(10, 1000)).toBe(1100)
  })
  it('time outside the known span counts as open', () => {
    const calendar = new KnownOpenTime([], 0, 0)
    expect(calendar.addWork(10, 1000)).toBe(1010)
    expect(calendar.isOpen(50)).toBe(true)
  })
})
