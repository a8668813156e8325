import { useEffect, useMemo, useState } from 'react'
import { type LayoutLine, layoutRows } from '#web/components/data-list/row-layout.ts'
import type { OperationRows } from '../use-operation-rows.ts'

const leastCardPx = 340

/** Number of cards that fit side by side into `element`; follows its width. */
export function useCardColumns(element: HTMLElement | null): number {
  const [columns, setColumns] = useState(1)
  useEffect(() => {
    if (!element) return
    const measure = () => setColumns(Math.max(1, Math.floor(element.clientWidth / leastCardPx)))
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return columns
}

export type CardLine = { kind: 'group'; group: number } | { kind: 'cards'; offsets: number[] }

/** The lines of a grid of cards: group headings, and rows of `columns` cards. */
export function useCardGrid(data: OperationRows, closed: ReadonlySet<string>, columns: number) {
  const { groups, total, layout } = data
  return useMemo(() => {
    const spans = groups?.map(({ key, count }) => ({ key, count: Math.ceil(count / columns) })) ?? null
    const grid = layoutRows(spans, Math.ceil(total / columns), closed)
    const lineAt = (index: number): CardLine => {
      const line = grid.lineAt(index)
      if (line.kind === 'group') return line
      const [firstOffset, lastOffset] = layout.spanOf(line.group)
      const within = line.offset - (line.group < 0 ? 0 : grid.spanOf(line.group)[0])
      const from = firstOffset + within * columns
      const count = Math.min(columns, lastOffset - from + 1)
      return { kind: 'cards', offsets: Array.from({ length: count }, (_, step) => from + step) }
    }
    /** The grid line that contains a list line. */
    const indexOf = (line: LayoutLine): number => {
      const [firstOffset] = layout.spanOf(line.group)
      const from = line.group < 0 ? 0 : grid.spanOf(line.group)[0]
      if (line.kind === 'row') return grid.indexOf(from + Math.floor((line.offset - firstOffset) / columns))
      return grid.headOf(line.group)
    }
    return { count: grid.count, lineAt, indexOf }
  }, [groups, total, layout, closed, columns])
}
export type CardGrid = ReturnType<typeof useCardGrid>
