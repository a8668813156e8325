import { describe, expect, it } from 'vitest'
import { scrollFor, sightOf, windowLines } from './use-list-window.ts'

describe('the rendered lines of a virtual list', () => {
  it.each([
    ['at the top', sightOf(0, 360, 36), 100_000, -1, 0, 18],
    ['in the middle of a line', sightOf(3_610, 360, 36), 100_000, -1, 92, 118],
    ['at the end', sightOf(3_599_640, 360, 36), 100_000, -1, 99_981, 99_999],
    ['of a list that has become shorter', sightOf(36_000, 360, 36), 50, -1, 31, 49],
    ['of fewer lines than fit', sightOf(0, 360, 36), 4, -1, 0, 3],
    ['with the active line inside', sightOf(3_600, 360, 36), 100_000, 100, 92, 118],
  ])('are the visible ones and some around them: %s', (_, sight, count, active, first, last) => {
    const lines = windowLines(sight, count, active)
    expect([lines[0], lines.at(-1)]).toEqual([first, last])
    expect(lines).toHaveLength(last - first + 1)
  })

  it('include an active line outside the visible range, unless the list no longer has that line', () => {
    expect(windowLines(sightOf(3_600, 360, 36), 100_000, 3)[0]).toBe(3)
    expect(windowLines(sightOf(3_600, 360, 36), 100_000, 500).at(-1)).toBe(500)
    expect(windowLines(sightOf(0, 360, 36), 4, 9)).toEqual([0, 1, 2, 3])
    expect(windowLines(sightOf(0, 360, 36), 0, 0)).toEqual([])
  })

  it.each([
    [5, 0, 0],
    [10, 0, 36],
    [2, 360, 72],
    [12, 360, 360],
  ])('include line %i when the window scrolls from %i px to %i px', (line, fromPx, toPx) => {
    expect(scrollFor(line, fromPx, 360, 36)).toBe(toPx)
  })
})
