import { useEffect, useMemo, useRef, useState } from 'react'
import { type Zoomed, zoomOf } from './model/time-scale.ts'
import type { ScheduleGanttProps } from './schedule-gantt.tsx'

/** The page is notified of a zoom when no further step has followed for this time. */
const quietMs = 250

/** The rendered zoom. While the reader pinches, it changes with each step, and the page is notified only of the last one. */
export const useLiveZoom = (
  { zoom, stretch = 1 }: ScheduleGanttProps,
  latest: { readonly current: ScheduleGanttProps },
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
  const zoomTo = useMemo(
    () => (pxPerDay: number) => {
      const next = zoomOf(latest.current.view, pxPerDay)
      setLive(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => latest.current.onZoom(next.zoom, next.stretch), quietMs)
    },
    [latest],
  )
  return { ...(live ?? { zoom, stretch }), zoomTo }
}
