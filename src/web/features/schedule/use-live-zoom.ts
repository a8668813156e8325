import { useCallback, useEffect, useRef, useState } from 'react'
import type { KnownSearch } from './model/known-search.ts'
import { type Zoomed, zoomOf } from './model/time-scale.ts'
import type { PageCalls } from './schedule-gantt.tsx'

/** The page is notified of a zoom when no further step has followed for this time. */
const quietMs = 250

/** The rendered zoom. While the reader pinches, it changes with each step, and the page is notified only of the last one. */
export const useLiveZoom = (
  { view, zoom, stretch }: KnownSearch,
  onSearch: PageCalls['onSearch'],
): Zoomed & { zoomTo: (pxPerDay: number) => void } => {
  const [live, setLive] = useState<Zoomed | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // The URL has changed, through this zoom or through another choice.
  const [known, setKnown] = useState({ zoom, stretch })
  if (known.zoom !== zoom || known.stretch !== stretch) {
    setKnown({ zoom, stretch })
    setLive(null)
  }
  const zoomTo = useCallback(
    (pxPerDay: number) => {
      const next = zoomOf(view, pxPerDay)
      setLive(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => onSearch(next), quietMs)
    },
    [view, onSearch],
  )
  return { ...(live ?? { zoom, stretch }), zoomTo }
}
