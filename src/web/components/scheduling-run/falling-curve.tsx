import { useEffect, useState } from 'react'

/** The late days of the best plan at a time of the search, in ms since it was first seen. */
export interface FallingPoint {
  readonly afterMs: number
  readonly lateDays: number
}

/** Collects the late days of the best plans while a search is watched; null if there is no value yet. */
export const useFalling = (lateDays: number | null): { points: readonly FallingPoint[]; nowMs: number } => {
  const [startMs] = useState(() => performance.now())
  const [points, setPoints] = useState<readonly FallingPoint[]>([])
  useEffect(() => {
    if (lateDays === null) return
    const point = { afterMs: performance.now() - startMs, lateDays }
    setPoints((before) => (before.at(-1)?.lateDays === lateDays ? before : [...before, point]))
  }, [lateDays, startMs])
  return { points, nowMs: performance.now() - startMs }
}

const [widthPx, heightPx, topPx] = [500, 64, 6]

/** The steps of a search as SVG path data, from its first plan until now. `fullMs` is its maximum duration. */
export const fallingPath = (
  points: readonly FallingPoint[],
  { fromDays, fullMs, nowMs }: { fromDays: number; fullMs: number; nowMs: number },
): string => {
  const most = Math.max(1, fromDays, ...points.map(({ lateDays }) => lateDays))
  const x = (ms: number) => Math.round((Math.min(ms, fullMs) / fullMs) * widthPx)
  const y = (days: number) => Math.round(topPx + (1 - days / most) * (heightPx - topPx))
  const steps = points.map(({ afterMs, lateDays }) => `H${x(afterMs)}V${y(lateDays)}`).join('')
  return `M0 ${y(fromDays)}${steps}H${x(nowMs)}`
}

interface FallingCurveProps {
  readonly points: readonly FallingPoint[]
  /** The late days of the current plan. */
  readonly fromDays: number
  readonly fullMs: number
  readonly nowMs: number
}

/** Chart of the falling late days while a run searches, with a dashed line for the current plan. The text says the same. */
export function FallingCurve({ points, fromDays, fullMs, nowMs }: FallingCurveProps) {
  const line = fallingPath(points, { fromDays, fullMs, nowMs })
  return (
    <svg
      className="h-16 w-full border-line-2 border-b"
      viewBox={`0 0 ${widthPx} ${heightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`${line}V${heightPx}H0z`} className="fill-primary-tint" />
      <path
        d={`M0 ${topPx}H${widthPx}`}
        className="fill-none stroke-ink-3"
        strokeDasharray="3 3"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={line}
        className="fill-none stroke-primary"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
        data-falling=""
      />
    </svg>
  )
}
