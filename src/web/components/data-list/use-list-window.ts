import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RowLayout } from './row-layout.ts'

/** Lines drawn beyond either edge of what is in sight. */
const spareLines = 8

interface ListSight {
  /** The first line of which something is in sight. */
  readonly first: number
  /** How many lines fit into the box, started ones included. */
  readonly fits: number
}

/** What is in sight of lines of one height, in a box `heightPx` high (its head not counted) scrolled down by `topPx`. */
export const sightOf = (topPx: number, heightPx: number, rowPx: number): ListSight => ({
  first: Math.max(0, Math.floor(topPx / rowPx)),
  fits: Math.ceil(Math.max(0, heightPx) / rowPx) + 1,
})

/** The lines to draw, rising: those in sight, a few more on both sides, and the active one wherever it is (-1 = none). */
export function windowLines({ first, fits }: ListSight, count: number, active: number): number[] {
  // A list that has become shorter is seen at its end, before the box has scrolled there.
  const top = Math.min(first, Math.max(0, count - fits))
  const from = Math.max(0, top - spareLines)
  const to = Math.min(count, top + fits + spareLines)
  const lines = Array.from({ length: to - from }, (_, index) => from + index)
  if (active < 0 || active >= count || (active >= from && active < to)) return lines
  return active < from ? [active, ...lines] : [...lines, active]
}

/** Where to scroll so that the whole line is in sight; `topPx` itself when it is already. */
export const scrollFor = (line: number, topPx: number, heightPx: number, rowPx: number): number =>
  Math.min(line * rowPx, Math.max(topPx, (line + 1) * rowPx - heightPx))

/** Header, title, toolbar and footer, where a list stands under nothing else. */
const aroundPx = 184

/** Room under the last row while the bulk bar floats over the list. */
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

/**
 * The lines in sight, a few more, and the active one. All lines are of one height, so nothing is measured or held for
 * those out of sight: 100,000 rows scroll like ten.
 */
export function useListWindow({ layout, rowPx, headPx, active, bulkOpen, onSight, listKey }: ListWindow) {
  const scroller = useRef<HTMLElement>(null)
  // As good as it can be told before anything is laid out: then the browser lays the rows out once, with all around them.
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
    // Drawn before the frame is painted: no blank rows.
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
    /** Brings a line into sight, no further than it must. */
    showLine: (line: number) => {
      const box = scroller.current
      if (box) box.scrollTop = scrollFor(line, box.scrollTop, box.clientHeight - headPx - roomPx, rowPx)
    },
  }
}
