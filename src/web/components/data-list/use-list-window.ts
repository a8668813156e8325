import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RowLayout } from './row-layout.ts'

/** Number of lines rendered above and below the visible ones. */
const spareLines = 8

interface ListSight {
  /** The first line that is at least partly visible. */
  readonly first: number
  /** Number of lines that fit into the box, including partial ones. */
  readonly fits: number
}

/** The visible lines, all of one height, in a box `heightPx` high (without its header) that is scrolled down by `topPx`. */
export const sightOf = (topPx: number, heightPx: number, rowPx: number): ListSight => ({
  first: Math.max(0, Math.floor(topPx / rowPx)),
  fits: Math.ceil(Math.max(0, heightPx) / rowPx) + 1,
})

/** The lines to render, ascending: the visible ones, a few more on both sides, and the active one anywhere (-1 if none). */
export function windowLines({ first, fits }: ListSight, count: number, active: number): number[] {
  // A list that became shorter is rendered at its end even before the box has scrolled there.
  const top = Math.min(first, Math.max(0, count - fits))
  const from = Math.max(0, top - spareLines)
  const to = Math.min(count, top + fits + spareLines)
  const lines = Array.from({ length: to - from }, (_, index) => from + index)
  if (active < 0 || active >= count || (active >= from && active < to)) return lines
  return active < from ? [active, ...lines] : [...lines, active]
}

/** The scroll position that makes the whole line visible; `topPx` itself if it already is. */
export const scrollFor = (line: number, topPx: number, heightPx: number, rowPx: number): number =>
  Math.min(line * rowPx, Math.max(topPx, (line + 1) * rowPx - heightPx))

/** Height of header, title, toolbar and footer, if there is nothing else above the list. */
const aroundPx = 184

/** Space under the last row while the bulk bar floats over the list. */
const bulkRoomPx = 72

type ListWindow = {
  layout: RowLayout
  rowPx: number
  /** Height of the sticky header. */
  headPx: number
  /** The focused line, which stays rendered at any scroll position. */
  active: number
  bulkOpen: boolean
  /** Called with the range of visible rows (offsets, end excluded). */
  onSight: (from: number, to: number) => void
  /** Another key scrolls the list back to its start. */
  listKey: string
}

/**
 * The visible lines, a few more, and the active one. All lines have the same height, so invisible lines are neither
 * measured nor stored, and 100,000 rows scroll like ten.
 */
export function useListWindow({ layout, rowPx, headPx, active, bulkOpen, onSight, listKey }: ListWindow) {
  const scroller = useRef<HTMLElement>(null)
  // An estimate before the first layout, so that the browser lays out the rows only once.
  const [sight, setSight] = useState<ListSight>(() => sightOf(0, innerHeight - aroundPx - headPx, rowPx))
  const read = useCallback(() => {
    if (!scroller.current) return
    const { scrollTop, clientHeight } = scroller.current
    const next = sightOf(scrollTop, clientHeight - headPx, rowPx)
    setSight((before) => (before.first === next.first && before.fits === next.fits ? before : next))
  }, [rowPx, headPx])
  useLayoutEffect(() => {
    const box = scroller.current
    read()
    // Updated before the frame is painted, so that no rows are blank.
    const scrolled = () => flushSync(read)
    const observer = new ResizeObserver(read)
    box?.addEventListener('scroll', scrolled, { passive: true })
    if (box) observer.observe(box)
    return () => {
      box?.removeEventListener('scroll', scrolled)
      observer.disconnect()
    }
  }, [read])

  const lines = windowLines(sight, layout.count, active)
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
  const roomPx = bulkOpen ? bulkRoomPx : 0
  return {
    scroller,
    lines,
    totalPx: layout.count * rowPx + roomPx,
    /** Scrolls a line into view by the smallest distance. */
    showLine: (line: number) => {
      const box = scroller.current
      if (box) box.scrollTop = scrollFor(line, box.scrollTop, box.clientHeight - headPx - roomPx, rowPx)
    },
  }
}
