import type { KnownOpenTime } from '#domain/time/known-open-time.ts'
import { msAt, type TimeScale, xOf } from '../model/time-scale.ts'

/** Narrower gaps, such as short nights, are not drawn, because they would flicker. */
const leastGapPx = 20

/** The closed time of a calendar in a part of the time, in px from `originX`. Without a calendar, nothing is closed. */
export const closedGaps = (
  scale: TimeScale,
  calendar: KnownOpenTime | undefined,
  { fromX, toX, originX }: { readonly fromX: number; readonly toX: number; readonly originX: number },
): { readonly x: number; readonly width: number }[] => {
  const gaps = calendar?.closedBetween(msAt(scale, fromX), msAt(scale, toX), leastGapPx / scale.pxPerMs) ?? []
  const found: { readonly x: number; readonly width: number }[] = []
  for (let i = 0; i < gaps.length; i += 2) {
    const x = xOf(scale, gaps[i] ?? 0)
    found.push({ x: x - originX, width: xOf(scale, gaps[i + 1] ?? 0) - x })
  }
  return found
}
