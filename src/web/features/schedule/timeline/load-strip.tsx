import { memo } from 'react'
import { heatText } from '#web/components/load-heat/heat-step.ts'
import { Path } from '../frame/path.tsx'
import { useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { boxPath } from '../model/bar-path.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { type Band, stripPx } from './band-layout.ts'
import { centerLoad } from './center-load.ts'
import type { TimePart } from './visible-bars.ts'

const fullPx = 14
const roomPx = stripPx - fullPx

/** The cells of the strip are days if their numbers fit, or else weeks. */
export const cellSpan = (pxPerDay: number) => (pxPerDay >= 22 ? 'days' : 'weeks')

/** The first cell that ends after an instant (binary search). */
const firstCell = (bounds: ArrayLike<number>, fromMs: number): number => {
  let [low, high] = [0, bounds.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(bounds, middle + 1) > fromMs) high = middle
    else low = middle + 1
  }
  return low
}

interface LoadStripProps {
  readonly band: Band
  readonly part: TimePart
  readonly hasNumbers: boolean
}

/** The load of each cell: done hours in the past, planned hours from now on. The part above 100 % is hatched. */
export const LoadStrip = memo(function LoadStrip({ band, part, hasNumbers }: LoadStripProps) {
  const gantt = useGantt()
  const { scale } = gantt
  const { fromX, toX, originX } = part
  const load = centerLoad(gantt, band, cellSpan(scale.pxPerDay))
  if (!load) return null
  const { bounds, percents } = load
  const fills = { low: '', middle: '', high: '' }
  let above = ''
  const numbers: { cell: number; x: number; percent: number }[] = []
  const first = firstCell(bounds, msAt(scale, fromX))
  for (let cell = first; cell < percents.length && xOf(scale, at(bounds, cell)) < toX; cell++) {
    const percent = percents[cell] ?? 0
    if (percent === 0) continue
    const x = xOf(scale, at(bounds, cell)) - originX
    const width = xOf(scale, at(bounds, cell + 1)) - originX - x
    const height = (fullPx * Math.min(100, percent)) / 100
    fills[percent >= 90 ? 'high' : percent >= 70 ? 'middle' : 'low'] += boxPath(
      x + 2,
      stripPx - height,
      width - 4,
      height,
    )
    const over = Math.min(roomPx - 1, ((percent - 100) * roomPx) / 40)
    if (over > 0) above += boxPath(x + 2, roomPx - Math.max(2, over), width - 4, Math.max(2, over))
    numbers.push({ cell, x: x + width / 2, percent })
  }
  return (
    <svg
      className="pointer-events-none absolute left-0 overflow-visible"
      style={{ top: band.heightPx - stripPx }}
      width={toX - originX}
      height={stripPx}
      aria-hidden="true"
    >
      <Path d={fills.low} className="fill-h1" />
      <Path d={fills.middle} className="fill-h2" />
      <Path d={fills.high} className="fill-h3" />
      <Path d={above} fill="url(#schedule-over)" />
      {hasNumbers && (
        // There are hundreds of them, so that they take from one parent what they share.
        <g textAnchor="middle" className="fill-ink text-axis tabular-nums">
          {numbers.map(({ cell: key, x, percent }) => (
            <text key={key} x={x} y={stripPx - 3} className={percent > 100 ? 'font-semibold' : undefined}>
              {heatText(percent)}
            </text>
          ))}
        </g>
      )}
      <path
        d={`M${fromX - originX + 1} ${roomPx + 0.5}H${toX - originX - 1}`}
        className="fill-none stroke-line-input"
        strokeDasharray="3 3"
      />
    </svg>
  )
})

/** The hatching for load above capacity, defined once per page. */
export const OverPattern = () => (
  <svg className="absolute size-0" aria-hidden="true">
    <defs>
      <pattern id="schedule-over" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.4" height="5" className="fill-crit" />
      </pattern>
    </defs>
  </svg>
)
