import fc from 'fast-check'
import { expect, it } from 'vitest'
import { turnPx, viewOf, windowInTurn } from './plan-view.ts'

const planPx = 100_000
const seenAt = (left: number) =>
  viewOf({ left, top: 0, widthPx: 1248, heightPx: 800 }, { leftPx: 248, topPx: 48, planPx, contentPx: 4_000, turnPx })

it('rows that take turns cover what is in sight, and one in eight moves its window at a turn', () => {
  const rows = Array.from({ length: 24 }, (_, row) => row)
  fc.assert(
    fc.property(fc.nat(90_000), (left) => {
      const [view, next] = [seenAt(left), seenAt(left + turnPx)]
      let moved = 0
      for (const row of rows) {
        const [from, to] = windowInTurn(view, row, planPx)
        expect(from).toBeLessThanOrEqual(Math.max(0, left - 128))
        expect(to).toBeGreaterThanOrEqual(Math.min(planPx, left + 1000 + 128))
        expect(to - from).toBeLessThanOrEqual(1000 + 2 * 512)
        if (windowInTurn(next, row, planPx)[1] !== to) moved++
      }
      expect(moved).toBe(3)
    }),
  )
})

it('the view of rows that take turns changes at every turn, and that of others once in eight', () => {
  const turnsOf = (one: number | undefined) =>
    new Set(
      Array.from({ length: 1024 }, (_, left) =>
        JSON.stringify(
          viewOf(
            { left: 8192 + left, top: 0, widthPx: 1248, heightPx: 800 },
            { leftPx: 248, topPx: 48, planPx, contentPx: 4_000, turnPx: one },
          ),
        ),
      ),
    ).size
  expect(turnsOf(turnPx)).toBe(16)
  expect(turnsOf(undefined)).toBe(2)
})
