import { useMemo } from 'react'
import type { KnownOpenTime } from '#domain/time/known-open-time.ts'
import { useGantt } from '../gantt-context.ts'
import { boxPath } from '../model/bar-path.ts'
import { msAt, type TimeScale, xOf } from '../model/time-scale.ts'
import type { TimePart } from './plan-view.ts'

/** Narrower gaps, such as short nights, are not drawn, because they would flicker. */
const leastGapPx = 20

/** The closed time of a calendar, in px of the surface. */
interface ClosedTime {
  readonly gaps: readonly { readonly x: number; readonly width: number }[]
  /** The same as path data that is 1 px high. */
  readonly path: string
}

const nothing: ClosedTime = { gaps: [], path: '' }

const closedIn = (scale: TimeScale, calendar: KnownOpenTime, { fromX, toX, originX }: TimePart): ClosedTime => {
  const edges = calendar.closedBetween(msAt(scale, fromX), msAt(scale, toX), leastGapPx / scale.pxPerMs)
  const gaps: { readonly x: number; readonly width: number }[] = []
  for (let i = 0; i < edges.length; i += 2) {
    const x = xOf(scale, edges[i] ?? 0)
    gaps.push({ x: x - originX, width: xOf(scale, edges[i + 1] ?? 0) - x })
  }
  return { gaps, path: gaps.map(({ x, width }) => boxPath(x, 0, width, 1)).join('') }
}

/** The most parts whose closed time is kept for a calendar. */
const mostParts = 50

/** Finds the closed time of a calendar in a part of the time. Without a calendar, nothing is closed. */
export type ClosedIn = (calendar: KnownOpenTime | undefined, part: TimePart) => ClosedTime

/** Computes closed time once for each calendar and part. The function stays the same until the scale changes. */
export const useClosedTime = (): ClosedIn => {
  const { scale } = useGantt()
  return useMemo(() => {
    const times = new WeakMap<KnownOpenTime, Map<string, ClosedTime>>()
    return (calendar, part) => {
      if (!calendar) return nothing
      const known = times.get(calendar) ?? new Map<string, ClosedTime>()
      times.set(calendar, known)
      const key = `${part.fromX} ${part.toX} ${part.originX}`
      const before = known.get(key)
      if (before) return before
      if (known.size >= mostParts) known.clear()
      const found = closedIn(scale, calendar, part)
      known.set(key, found)
      return found
    }
  }, [scale])
}
