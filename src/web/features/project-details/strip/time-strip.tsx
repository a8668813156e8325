import { useMemo } from 'react'
import type { Operation } from '#contract/operations.ts'
import type { Project } from '#contract/projects.ts'
import { type DateSettings, formatShipDate, formatShortDateTime } from '#web/lib/format-date.ts'
import { useWidth } from '#web/lib/use-width.ts'
import type { ClosedSpan } from './closed-spans.ts'
import { StripAxis } from './strip-axis.tsx'
import { StripBars } from './strip-bars.tsx'
import { stripBars, stripRange, stripX } from './strip-scale.ts'

const canvasPx = 159
const edgePx = 6

type TimeStripProps = {
  operations: readonly Operation[]
  dueMs: number | null
  project: Project
  nowMs: number
  dates: DateSettings
  closed: (fromMs: number, toMs: number) => readonly ClosedSpan[]
  /** Operations of the chain that makes the project late; their links are red. */
  chain: ReadonlySet<string>
  marked: string | null
  onMark: (operationId: string | null) => void
}

/** The operations over days, with dependencies, ship date and now. 184 px high. */
export function TimeStrip(props: TimeStripProps) {
  const { project, operations, dueMs, nowMs, dates, closed, chain, marked, onMark } = props
  const [box, widthPx] = useWidth<HTMLDivElement>(992)
  const bars = useMemo(() => stripBars(operations), [operations])
  const range = useMemo(() => stripRange(bars, dueMs, nowMs, dates.zone), [bars, dueMs, nowMs, dates.zone])
  const shut = useMemo(() => (range ? closed(range.fromMs, range.toMs) : []), [closed, range])
  if (!range) return null
  const x = (atMs: number) => stripX(range, widthPx, atMs)
  const last = bars.reduce((late, { endMs, forecastMs }) => Math.max(late, forecastMs ?? endMs), 0)
  const late = project.state === 'late'
  const rowPx = Math.max(4, Math.min(13, (canvasPx - 2 * edgePx) / bars.length))
  const heightPx = Math.max(canvasPx, bars.length * rowPx + 2 * edgePx)
  const showsNow = nowMs >= range.fromMs && nowMs < range.toMs
  const words = `${bars.length} operations from ${formatShortDateTime(range.fromMs, dates, nowMs)} to ${formatShortDateTime(last, dates, nowMs)}`
  return (
    <div ref={box} className="h-46 overflow-hidden rounded border border-line-2 bg-surface">
      <StripAxis range={range} widthPx={widthPx} nowMs={nowMs} dates={dates} />
      <div className="relative h-[159px] overflow-y-auto overflow-x-hidden [scrollbar-width:thin]">
        <svg role="img" aria-label={words} width={widthPx} height={heightPx} className="block">
          {shut.map(({ fromMs, toMs }) => (
            <rect key={fromMs} x={x(fromMs)} width={x(toMs) - x(fromMs)} height={heightPx} className="fill-off-time" />
          ))}
          {range.days.slice(1).map(({ startMs }) => (
            <line
              key={startMs}
              x1={x(startMs)}
              x2={x(startMs)}
              y2={heightPx}
              className={range.days.length > 60 ? 'stroke-transparent' : 'stroke-line'}
            />
          ))}
          {dueMs !== null && dueMs <= range.toMs && (
            <line
              x1={x(dueMs)}
              x2={x(dueMs)}
              y2={heightPx}
              strokeWidth={2}
              strokeDasharray="5 4"
              className={late ? 'stroke-crit' : 'stroke-bar-sum'}
            />
          )}
          <StripBars
            bars={bars}
            x={x}
            rowPx={rowPx}
            edgePx={edgePx}
            chain={chain}
            late={late}
            marked={marked}
            onMark={onMark}
            dates={dates}
            nowMs={nowMs}
          />
          {showsNow && <line x1={x(nowMs)} x2={x(nowMs)} y2={heightPx} strokeWidth={2} className="stroke-primary" />}
        </svg>
        {dueMs !== null && (
          <span
            className={`absolute top-1 rounded-inner px-1.5 py-px text-axis tabular-nums ${late ? 'bg-crit text-white' : 'bg-bar-sum text-surface'}`}
            style={x(dueMs) > widthPx - 90 ? { right: widthPx - x(dueMs) + 4 } : { left: x(dueMs) + 4 }}
          >
            Ship {formatShipDate(project.plannedShipDate, dates, nowMs).replace(/^\S+ /, '')}
          </span>
        )}
      </div>
    </div>
  )
}
