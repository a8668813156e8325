import { describe, expect, it } from 'vitest'
import { layoutRows } from './row-layout.ts'

const groups = [
  { key: 'a', count: 2 },
  { key: 'b', count: 3 },
  { key: 'c', count: 1 },
]
const lines = (closed: string[]) => {
  const layout = layoutRows(groups, 6, new Set(closed))
  return Array.from({ length: layout.count }, (_, index) => {
    const line = layout.lineAt(index)
    return line.kind === 'group' ? (groups[line.group]?.key ?? '?') : line.offset
  })
}

describe('the lines of a grouped list', () => {
  it('have each group heading before its rows, and only the heading of a collapsed group', () => {
    expect(lines([])).toEqual(['a', 0, 1, 'b', 2, 3, 4, 'c', 5])
    expect(lines(['b'])).toEqual(['a', 0, 1, 'b', 'c', 5])
    expect(lines(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  })

  it('include the line of every row, or the heading of the collapsed group that hides the row', () => {
    const layout = layoutRows(groups, 6, new Set(['b']))
    expect([0, 1, 2, 4, 5].map(layout.indexOf)).toEqual([1, 2, 3, 3, 5])
    expect(layout.spanOf(1)).toEqual([2, 4])
  })

  it('are only the rows when there are no groups', () => {
    const layout = layoutRows(null, 100_000)
    expect(layout.count).toBe(100_000)
    expect(layout.lineAt(99_999)).toEqual({ kind: 'row', offset: 99_999, group: -1 })
  })
})
