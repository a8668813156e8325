import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partInTurn, turnPx, viewOf } from './plan-view.ts'

const planPx = 100_000
const seenAt = (left: number, top = 0) =>
  viewOf({ left, top, widthPx: 1248, heightPx: 800 }, { leftPx: 248, topPx: 48, planPx, contentPx: 40_000 })
const differentViews = (count: number, at: (px: number) => unknown) =>
  new Set(Array.from({ length: count }, (_, px) => JSON.stringify(at(px)))).size

describe('the window of a schedule', () => {
  it('covers what is in sight and little more', () => {
    fc.assert(
      fc.property(fc.nat(90_000), fc.nat(35_000), (left, top) => {
        const view = seenAt(left, top)
        expect(view.fromX).toBeLessThanOrEqual(Math.max(0, left - 64))
        expect(view.toX).toBeGreaterThanOrEqual(Math.min(planPx, left + 1000 + 64))
        expect(view.toX - view.fromX).toBeLessThanOrEqual(1000 + 768)
        expect(view.fromY).toBeLessThanOrEqual(Math.max(0, top - 64))
        expect(view.toY).toBeGreaterThanOrEqual(top + 752 + 64)
        expect(view.toY - view.fromY).toBeLessThanOrEqual(752 + 384)
      }),
    )
  })

  it('changes once in a step', () => {
    expect(differentViews(1024, (px) => seenAt(8192 + px))).toBeLessThanOrEqual(4)
    expect(differentViews(1024, (px) => seenAt(0, 8192 + px))).toBeLessThanOrEqual(8)
  })

  it('is drawn by rows that take turns, each of which covers what is in sight', () => {
    const scrolled = { leftPx: 248, topPx: 48, planPx, contentPx: 40_000, turnPx }
    const turnAt = (left: number) => viewOf({ left, top: 0, widthPx: 1248, heightPx: 800 }, scrolled)
    fc.assert(
      fc.property(fc.nat(90_000), fc.constantFrom('labels' as const, 'shapes' as const), (left, drawn) => {
        const rows = Array.from({ length: 24 }, (_, row) => row)
        const partsAt = (px: number) => rows.map((row) => partInTurn(turnAt(px), row, planPx, drawn))
        for (const { fromX, toX } of partsAt(left)) {
          expect(fromX).toBeLessThanOrEqual(Math.max(0, left - 64))
          expect(toX).toBeGreaterThanOrEqual(Math.min(planPx, left + 1000 + 64))
        }
        const [before, after] = [partsAt(left), partsAt(left + turnPx)]
        expect(rows.filter((row) => before[row]?.toX !== after[row]?.toX).length).toBeLessThanOrEqual(3)
      }),
    )
  })
})
