import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { rangeWith } from './range-with.ts'
import type { RowLayout } from './row-layout.ts'

/** Number of lines rendered above and below the visible ones. */
const spareLines = 8

/** Height of header, title, toolbar and footer, if there is nothing else above the list. */
const aroundPx = 184

/** Space under the last row while the bulk bar floats over the list. */
const bulkRoomPx = 72

type ListWindow = {
  layout: RowLayout
  rowPx: number
  /** Height of the sticky header. */
  headPx: number
  /** The focused line, which stays rendered at any scroll position; -1 = none. */
  active: number
  bulkOpen: boolean
  /** Called with the range of visible rows (offsets, end excluded). */
  onSight: (from: number, to: number) => void
  /** Another key scrolls the list back to its start. */
  listKey: string
}

/** The rendered lines of a list whose lines all have the same height: the visible ones, a few more, and the active one. */
export function useListWindow({ layout, rowPx, headPx, active, bulkOpen, onSight, listKey }: ListWindow) {
  const scroller = useRef<HTMLElement>(null)
  const roomPx = bulkOpen ? bulkRoomPx : 0
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: layout.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    // A new function for another height makes the virtualizer compute the lines again.
    getItemKey: useCallback((index: number) => index * rowPx, [rowPx]),
    overscan: spareLines,
    scrollMargin: headPx,
    scrollPaddingStart: headPx,
    paddingEnd: roomPx,
    scrollPaddingEnd: roomPx,
    // An estimate before the first layout, so that the browser lays out the rows only once.
    initialRect: { width: innerWidth, height: innerHeight - aroundPx },
    rangeExtractor: (range) => rangeWith(range, active),
  })
  const lines = virtualizer.getVirtualIndexes()
  const offsets = lines
    .filter((line) => line !== active)
    .map((line) => layout.lineAt(line))
    .flatMap((line) => (line.kind === 'row' ? [line.offset] : layout.spanOf(line.group).slice(0, 1)))
  const from = offsets[0] ?? 0
  const to = (offsets.at(-1) ?? 0) + 1
  useEffect(() => onSight(from, to), [from, to, onSight])
  const shownKey = useRef(listKey)
  useEffect(() => {
    if (shownKey.current === listKey) return
    shownKey.current = listKey
    scroller.current?.scrollTo({ top: 0 })
  })
  return {
    scroller,
    lines,
    totalPx: virtualizer.getTotalSize(),
    /** Scrolls a line into view by the smallest distance. */
    showLine: (line: number): void => virtualizer.scrollToIndex(line),
  }
}
