import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'

/** Room under the last row while the bulk bar floats over the list (design tokens 10). */
const bulkRoomPx = 72

type ListWindow = {
  count: number
  rowPx: number
  /** Height of the sticky head. */
  headPx: number
  keyOf: (index: number) => string
  /** The row that has the keyboard: it stays rendered wherever the list is scrolled to. */
  activeIndex: number
  bulkOpen: boolean
}

/** The rows in sight, a few more, and the active one; thousands scroll like ten. */
export function useListWindow({ count, rowPx, headPx, keyOf, activeIndex, bulkOpen }: ListWindow) {
  const scroller = useRef<HTMLElement>(null)
  const window = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: keyOf,
    overscan: 8,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    scrollPaddingEnd: bulkOpen ? bulkRoomPx : 0,
    paddingEnd: bulkOpen ? bulkRoomPx : 0,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range)
      if (activeIndex < 0 || activeIndex >= count || shown.includes(activeIndex)) return shown
      return [...shown, activeIndex].sort((a, b) => a - b)
    },
  })
  return { scroller, window }
}
