import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef } from 'react'
import { rangeWith } from './range-with.ts'
import type { RowLayout } from './row-layout.ts'

/** How many lines are drawn above and below those in sight. */
const spareLines = 8

/** Height of header, title, toolbar and footer, if nothing else is above a list. */
const aroundPx = 184

/** Room under the last row while the bulk bar floats over the list. */
const bulkRoomPx = 72

type ListWindow = {
  layout: RowLayout
  rowPx: number
  /** Height of the sticky head. */
  headPx: number
  /** The line with the focus, which stays rendered wherever the list is scrolled to; -1 = none. */
  active: number
  bulkOpen: boolean
  /** Is called with the rows in sight (offsets, the last not included). */
  onSight: (from: number, to: number) => void
  /** A different key scrolls the list back to its beginning. */
  listKey: string
}

/** The drawn lines of a list whose lines all have the same height: those in sight, a few more, and the active one. */
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
    /** Scrolls a line into sight by the smallest distance. */
    showLine: (line: number): void => virtualizer.scrollToIndex(line),
  }
}
