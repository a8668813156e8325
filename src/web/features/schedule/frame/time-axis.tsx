import { memo, type ReactNode } from 'react'
import { useGantt } from '../gantt-context.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { type Tick, timeTicks } from '../model/time-ticks.ts'
import type { PlanView } from './plan-view.ts'

/** Two lines of 24 px. */
export const axisPx = 48

/** The sticky head: titles of the fixed columns and two lines of time. */
export const TimeAxis = memo(function TimeAxis({
  leftPx,
  head,
  view,
}: {
  leftPx: number
  head: ReactNode
  view: PlanView | null
}) {
  return (
    <div className="sticky top-0 z-[7] flex h-12 border-line-2 border-b bg-sunken">
      <div className="sticky left-0 z-[1] h-full shrink-0 border-line-2 border-r bg-sunken" style={{ width: leftPx }}>
        {head}
      </div>
      <div className="relative h-full min-w-0 flex-1" aria-hidden="true">
        {view && <AxisTicks leftPx={leftPx} fromX={view.fromX} toX={view.toX} />}
      </div>
    </div>
  )
})

const AxisTicks = memo(function AxisTicks({ leftPx, fromX, toX }: { leftPx: number; fromX: number; toX: number }) {
  const gantt = useGantt()
  const { scale, nowMs, model } = gantt
  const { upper, lower } = timeTicks(gantt, scale, msAt(scale, fromX), msAt(scale, toX))
  const isNow = ({ fromMs, toMs }: Tick) => fromMs <= nowMs && nowMs < toMs
  const holidayOn = ({ fromMs, toMs }: Tick) =>
    model.data.holidays.find((holiday) => holiday.fromMs < toMs && holiday.toMs > fromMs)?.name
  // The label of an hour is beside its line, that of a day in the middle.
  const beside = scale.zoom === 'hours' ? 'pl-1' : 'px-1 text-center'
  const styleOf = ({ fromMs, toMs }: Tick) => ({ left: xOf(scale, fromMs), width: (toMs - fromMs) * scale.pxPerMs })
  return (
    <>
      {upper.map((tick) => (
        <div key={tick.fromMs} className="absolute top-0 h-6 border-line-2 border-l" style={styleOf(tick)} />
      ))}
      {lower.map((tick) => {
        const { left, width } = styleOf(tick)
        const holiday = scale.zoom === 'days' ? holidayOn(tick) : undefined
        const look = isNow(tick)
          ? 'border-primary-line bg-primary-tint font-semibold text-primary-text'
          : `border-line text-ink-3 ${holiday ? 'bg-press' : ''}`
        return (
          <div
            key={tick.fromMs}
            title={holiday}
            className={`absolute top-6 h-6 truncate border-l text-axis leading-6 tabular-nums ${beside} ${look}`}
            style={{ left, width }}
          >
            {width >= 24 && tick.label}
            {/* A narrow column has room for the day only. The title and the calendar show the name of the holiday. */}
            {holiday && width >= 88 && ` · ${holiday}`}
          </div>
        )
      })}
      {/* They scroll apart from the rest, so that they come last: the rest can then be one layer. */}
      {upper.map((tick) => (
        <div key={tick.fromMs} className="pointer-events-none absolute top-0 h-6 pl-px" style={styleOf(tick)}>
          <span
            className="sticky inline-block max-w-full truncate px-2 text-axis text-ink-3 leading-6"
            style={{ left: leftPx }}
          >
            {tick.label}
          </span>
        </div>
      ))}
    </>
  )
})
