import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewOf } from './plan-view.ts'

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
})
