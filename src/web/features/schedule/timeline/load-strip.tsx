import { memo } from 'react'
import { useBoard } from '../board-context.ts'
import { at } from '../model/at.ts'
import { boxPath } from '../model/bar-path.ts'
import { loadPercent } from '../model/load-by-day.ts'
import { xOf } from '../model/time-scale.ts'
import { type PlacedBand, stripPx } from './band-layout.ts'
import { centerLoad } from './center-load.ts'

const fullPx = 20
const roomPx = stripPx - fullPx

/** The strip's cells: days while their number fits, else weeks. */
const cellDays = (pxPerDay: number) => (pxPerDay >= 22 ? 1 : 7)

interface LoadStripProps {
  readonly band: PlacedBand
  readonly fromX: number
  readonly toX: number
  /** Top of the strip in px of the window. */
  readonly top: number
}

/** Wanted hours beside open hours x capacity, cell by cell; what waits above 100 % is hatched. */
export const LoadStrip = memo(function LoadStrip({ band, fromX, toX, top }: LoadStripProps) {
  const { model, grid, scale } = useBoard()
  const load = centerLoad(model, grid, band)
  const step = cellDays(scale.pxPerDay)
  const fills = { low: '', middle: '', high: '' }
  let waiting = ''
  const numbers: { day: number; x: number; percent: number }[] = []
  let day = grid.indexAt(scale.originMs + fromX / scale.pxPerMs)
  if (step === 7) day = Math.max(0, day - grid.daysIntoWeek(day))
  for (; day < grid.count && xOf(scale, at(grid.startMs, day)) < toX; day += step) {
    const percent = loadPercent(load, day, day + step)
    if (percent === null || percent < 0.5) continue
    const x = xOf(scale, at(grid.startMs, day)) - fromX
    const width = xOf(scale, at(grid.startMs, Math.min(day + step, grid.count))) - fromX - x
    const height = (fullPx * Math.min(100, percent)) / 100
    fills[percent >= 90 ? 'high' : percent >= 70 ? 'middle' : 'low'] += boxPath(
      x + 2,
      stripPx - height,
      width - 4,
      height,
    )
    const over = Math.min(roomPx - 1, ((percent - 100) * roomPx) / 40)
    if (over > 0) waiting += boxPath(x + 2, roomPx - Math.max(2, over), width - 4, Math.max(2, over))
    numbers.push({ day, x: x + width / 2, percent })
  }
  return (
    <svg
      className="absolute left-0 overflow-visible"
      style={{ top }}
      width={toX - fromX}
      height={stripPx}
      aria-hidden="true"
    >
      <path d={fills.low} className="fill-h1" />
      <path d={fills.middle} className="fill-h2" />
      <path d={fills.high} className="fill-h3" />
      <path d={waiting} fill="url(#schedule-waiting)" />
      <path d={`M0 ${roomPx + 0.5}H${toX - fromX}`} className="fill-none stroke-line-input" strokeDasharray="3 3" />
      {numbers.map(({ day: key, x, percent }) => (
        <text
          key={key}
          x={x}
          y={stripPx - 6}
          textAnchor="middle"
          className={`fill-ink text-axis tabular-nums ${percent > 100.5 ? 'font-semibold' : ''}`}
        >
          {Math.round(percent)}
        </text>
      ))}
    </svg>
  )
})

/** The pattern for work above capacity; once per board. */
export const WaitingPattern = () => (
  <svg className="absolute size-0" aria-hidden="true">
    <defs>
      <pattern id="schedule-waiting" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.4" height="5" className="fill-crit" />
      </pattern>
    </defs>
  </svg>
)
