import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrowPath, linkPath } from './link-path.ts'
import {
  contentTop,
  reveal,
  rowsAround,
  scrollTopFor,
  surfaceAround,
  tallestPx,
  windowAround,
} from './scroll-window.ts'
import { workText } from './work-text.ts'

describe('the scroll window', () => {
  it('covers the viewport with a margin and never more rows than that', () => {
    fc.assert(
      fc.property(fc.nat(4_000_000), fc.integer({ min: 100, max: 2000 }), fc.nat(120_000), (top, height, count) => {
        const [first, last] = rowsAround(top, height, 32, count)
        expect(first).toBeLessThanOrEqual(Math.min(count, Math.floor(top / 32)))
        expect(last).toBeGreaterThanOrEqual(Math.min(count, Math.ceil((top + height) / 32)))
        expect(last - first).toBeLessThanOrEqual(Math.ceil(height / 32) + 17)
      }),
    )
  })
  it('covers the viewport with a margin, and moves both ends in the same moment', () => {
    const steps = { stepPx: 512, marginPx: 256 }
    expect(windowAround(1000, 1000, steps, 100_000)).toEqual([256, 2280])
    expect(windowAround(0, 1000, steps, 1100)).toEqual([0, 1100])
    fc.assert(
      fc.property(fc.nat(90_000), fc.integer({ min: 100, max: 3000 }), (left, width) => {
        const around = windowAround(left, width, steps, 100_000)
        expect(around[0]).toBeLessThanOrEqual(Math.max(0, left - 256))
        expect(around[1]).toBeGreaterThanOrEqual(Math.min(100_000, left + width + 256))
        const next = windowAround(left + 512, width, steps, 100_000)
        expect(next[1] - around[1]).toBe(Math.min(512, 100_000 - around[1]))
        expect([around, next]).toContainEqual(windowAround(left + 200, width, steps, 100_000))
      }),
    )
  })
  it('moves on a surface that contains it, ends with the plan, and stays in place for thousands of px', () => {
    fc.assert(
      fc.property(fc.nat(60_000), fc.integer({ min: 100, max: 9000 }), (from, width) => {
        const [origin, end] = surfaceAround(from, Math.min(62_000, from + width), 62_000)
        expect(origin).toBeLessThanOrEqual(from)
        expect(end).toBeGreaterThanOrEqual(Math.min(62_000, from + width))
        expect(end).toBeLessThanOrEqual(62_000)
      }),
    )
    expect(surfaceAround(4_095, 6_000, 62_000)).toEqual(surfaceAround(0, 1_500, 62_000))
  })
  it('reaches the last row of content taller than a browser can place', () => {
    const content = 64_000_000
    expect(contentTop(tallestPx - 800, content, 800)).toBe(content - 800)
    expect(contentTop(scrollTopFor(31_000_000, content, 800), content, 800)).toBeCloseTo(31_000_000, 3)
    expect(contentTop(500, 10_000, 800)).toBe(500)
  })
  it('does not scroll to a visible span, scrolls a little to a near one, and puts a far one before the middle', () => {
    expect(reveal(0, 100, 40, 60, 10)).toBe(0)
    expect(reveal(0, 100, 110, 130, 10)).toBe(40)
    expect(reveal(200, 100, 180, 190, 10)).toBe(170)
    expect(reveal(0, 100, 900, 920, 10)).toBe(868)
    expect(reveal(0, 100, 900, 2000, 10)).toBe(900)
    expect(reveal(900, 100, 5, 20, 10)).toBe(0)
  })
})

/** The last point of path data that uses only the commands M, H, V and q. */
const endOf = (path: string): [number, number] => {
  let [x, y] = [0, 0]
  for (const [, command, text] of path.matchAll(/([MHVq])([^MHVq]*)/g)) {
    const values = (text ?? '').trim().split(/[ ,]+/).map(Number)
    if (command === 'M') [x, y] = [values[0] ?? 0, values[1] ?? 0]
    if (command === 'H') x = values[0] ?? 0
    if (command === 'V') y = values[0] ?? 0
    if (command === 'q') [x, y] = [x + (values[2] ?? 0), y + (values[3] ?? 0)]
  }
  return [x, y]
}

describe('the path of a link', () => {
  it('ends at the arrow above or below the target for any position of the bars', () => {
    const px = fc.integer({ min: -3000, max: 3000 })
    fc.assert(
      fc.property(px, px, px, px, (fromX, fromY, toX, toY) => {
        fc.pre(Math.abs(toY - fromY) >= 16)
        const ends = { fromX, fromY, toX, toY }
        const down = toY > fromY ? 1 : -1
        expect(endOf(linkPath(ends))).toEqual([toX + 4, toY - down * 4])
        expect(arrowPath(ends)).toContain(`M${toX + 0.5} ${toY - down * 5}`)
      }),
    )
  })
})

describe('workText', () => {
  it.each([
    [0, '0 min'],
    [45, '45 min'],
    [60, '1 h'],
    [1230, '20 h 30 min'],
    [-90, '1 h 30 min'],
  ])('formats %d minutes', (minutes, text) => {
    expect(workText(minutes * 60_000)).toBe(text)
  })
})
