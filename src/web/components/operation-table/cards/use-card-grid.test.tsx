import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { layoutRows } from '#web/components/data-list/row-layout.ts'
import type { OperationRows } from '../use-operation-rows.ts'
import { useCardColumns, useCardGrid } from './use-card-grid.ts'

interface Span {
  readonly key: string
  readonly count: number
}

/** All lines of the grid as text: a group number, or the cards side by side. */
const linesOf = (groups: readonly Span[] | null, total: number, columns: number, closed: readonly string[] = []) => {
  const closedKeys = new Set(closed)
  const layout = layoutRows(groups, total, closedKeys)
  const data = { groups, total, layout } as unknown as OperationRows
  const { result, unmount } = renderHook(() => useCardGrid(data, closedKeys, columns))
  const { count, lineAt, indexOf } = result.current
  unmount()
  const lines = Array.from({ length: count }, (_, index) => {
    const line = lineAt(index)
    return line.kind === 'group' ? `group ${line.group}` : line.offsets.join(' ')
  })
  /** The grid line of each list line. */
  const places = Array.from({ length: layout.count }, (_, index) => indexOf(layout.lineAt(index)))
  return { lines, places }
}

describe('the grid of cards', () => {
  it('fills each line from the left, and the last line may be incomplete', () => {
    expect(linesOf(null, 7, 3).lines).toEqual(['0 1 2', '3 4 5', '6'])
    expect(linesOf(null, 6, 3).lines).toEqual(['0 1 2', '3 4 5'])
    expect(linesOf(null, 2, 1).lines).toEqual(['0', '1'])
    expect(linesOf(null, 0, 3).lines).toEqual([])
    expect(linesOf(null, 5, 2).places).toEqual([0, 0, 1, 1, 2])
  })

  it('begins a new line with each group, and shows no card of a collapsed group', () => {
    const groups = [
      { key: 'a', count: 3 },
      { key: 'b', count: 2 },
      { key: 'c', count: 4 },
    ]
    const { lines, places } = linesOf(groups, 9, 2)
    expect(lines).toEqual(['group 0', '0 1', '2', 'group 1', '3 4', 'group 2', '5 6', '7 8'])
    expect(places).toEqual([0, 1, 1, 2, 3, 4, 4, 5, 6, 6, 7, 7])
    const collapsed = linesOf(groups, 9, 2, ['b'])
    expect(collapsed.lines).toEqual(['group 0', '0 1', '2', 'group 1', 'group 2', '5 6', '7 8'])
    expect(collapsed.places).toEqual([0, 1, 1, 2, 3, 4, 5, 5, 6, 6])
  })

  it('the grid has as many columns of 340 px as fit in its width, and at least one', () => {
    const columnsOf = (width: number) => {
      const element = document.createElement('div')
      Object.defineProperty(element, 'clientWidth', { value: width })
      return renderHook(() => useCardColumns(element)).result.current
    }
    expect([0, 339, 340, 679, 680, 1440].map(columnsOf)).toEqual([1, 1, 1, 1, 2, 4])
    expect(renderHook(() => useCardColumns(null)).result.current).toBe(1)
  })
})
