import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { RowLayout } from './row-layout.ts'

/** Room under the last row while the bulk bar floats over the list (design tokens 10). */
const bulkRoomPx = 72

type ListWindow = {
  layout: RowLayout
  rowPx: number
  /** Height of the sticky head. */
  headPx: number
  /** The line that has the keyboard: it stays rendered wherever the list is scrolled to. */
  active: number
  bulkOpen: boolean
  /** Hears which rows (offsets, the last not included) are in sight. */
  onSight: (from: number, to: number) => void
  /** Another one puts the list back to its beginning. */
  listKey: string
}

/** The lines in sight, a few more, and the active one; 100,000 rows scroll like ten. */
export function useListWindow({ layout, rowPx, headPx, active, bulkOpen, onSight, listKey }: ListWindow) {
  const scroller = useRef<HTMLElement>(null)
  const window = useVirtualizer({
    count: layout.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    scrollPaddingEnd: bulkOpen ? bulkRoomPx : 0,
    paddingEnd: bulkOpen ? bulkRoomPx : 0,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (active < 0 || active >= layout.count || shown.includes(active)) return shown
      return [...shown, active].sort((a, b) => a - b)
    },
  })
  const items = window.getVirtualItems()
  const offsets = items
    .filter(({ index }) => index !== active)
    .map(({ index }) => layout.lineAt(index))
    .flatMap((line) => (line.kind === 'row' ? [line.offset] : layout.spanOf(line.group).slice(0, 1)))
  const from = offsets[0] ?? 0
  const to = (offsets.at(-1) ?? 0) + 1
  useEffect(() => onSight(from, to), [from, to, onSight])
  const shownKey = useRef(listKey)
  useEffect(() => {
    if (shownKey.current === listKey) return
    shownKey.current = listKey
    window.scrollToOffset(0)
  })
  return { scroller, window, items }
}
