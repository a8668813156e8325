import { memo } from 'react'
import { useGantt } from '../gantt-context.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { timeTicks } from '../model/time-ticks.ts'
import type { PlanView } from './plan-view.ts'

/** Narrower gaps, such as short nights, are not drawn, because they would flicker. */
export const leastGapPx = 20

interface TimeBackdropProps {
  readonly leftPx: number
  readonly view: PlanView
}

/** The lines of the axis, drawn behind the rows. Scrolling up and down leaves them as they are. */
export const TimeBackdrop = ({ leftPx, view: { fromX, toX, heightPx } }: TimeBackdropProps) => (
  <TimeLines {...{ leftPx, fromX, toX, heightPx }} />
)

const TimeLines = memo(function TimeLines({
  leftPx,
  fromX,
  toX,
  heightPx,
}: Pick<PlanView, 'fromX' | 'toX' | 'heightPx'> & { readonly leftPx: number }) {
  const gantt = useGantt()
  const { scale } = gantt
  const [fromMs, toMs] = [msAt(scale, fromX), msAt(scale, toX)]
  const { lower } = timeTicks(gantt, scale, fromMs, toMs)
  const lines = lower.map((tick) => `M${Math.round(xOf(scale, tick.fromMs) - fromX) + 0.5} 0v${heightPx}`).join('')
  return (
    <div className="sticky top-12 z-0 h-0" aria-hidden="true">
      <svg
        className="absolute"
        style={{ left: leftPx + fromX }}
        width={toX - fromX}
        height={heightPx}
        aria-hidden="true"
      >
        <path d={lines} className="fill-none stroke-line" />
      </svg>
    </div>
  )
})
