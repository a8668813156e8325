import { memo } from 'react'
import { useGantt } from '../gantt-context.ts'
import { boxPath } from '../model/bar-path.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { timeTicks } from '../model/time-ticks.ts'
import type { PlanView } from './plan-view.ts'

/** Narrower gaps, such as short nights, are not drawn, because they would flicker. */
export const leastGapPx = 20

interface TimeBackdropProps {
  readonly leftPx: number
  readonly view: PlanView
  readonly kind: 'calendar' | 'lines'
}

/** Closed time of the whole organization and the lines of the axis, drawn behind the rows. */
export const TimeBackdrop = memo(function TimeBackdrop({ leftPx, view, kind }: TimeBackdropProps) {
  const gantt = useGantt()
  const { model, scale } = gantt
  const { fromX, toX, heightPx } = view
  const [fromMs, toMs] = [msAt(scale, fromX), msAt(scale, toX)]
  const gaps =
    kind === 'calendar' ? (model.calendars[0]?.closedBetween(fromMs, toMs, leastGapPx / scale.pxPerMs) ?? []) : []
  let closed = ''
  for (let i = 0; i < gaps.length; i += 2) {
    const x = xOf(scale, gaps[i] ?? 0)
    closed += boxPath(x - fromX, 0, xOf(scale, gaps[i + 1] ?? 0) - x, heightPx)
  }
  const { lower } = timeTicks(gantt, scale.zoom, fromMs, toMs)
  const lines = lower.map((tick) => `M${Math.round(xOf(scale, tick.fromMs) - fromX) + 0.5} 0v${heightPx}`).join('')
  return (
    <div className="sticky top-12 z-0 h-0" aria-hidden="true">
      <svg className="absolute" style={{ left: leftPx + fromX }} width={toX - fromX} height={heightPx}>
        <title>Closed time</title>
        <path d={closed} className="fill-off-time" />
        <path d={lines} className="fill-none stroke-line" />
      </svg>
    </div>
  )
})
