import { memo, useMemo } from 'react'
import { useGantt } from '../gantt-context.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { timeTicks } from '../model/time-ticks.ts'

interface TimeBackdropProps {
  readonly originX: number
  readonly endX: number
  readonly heightPx: number
}

/** The lines of the axis on the whole surface, behind what is drawn for the window. */
export const TimeBackdrop = memo(function TimeBackdrop({ originX, endX, heightPx }: TimeBackdropProps) {
  const { grid, clock, words, scale } = useGantt()
  // A newer plan has the same lines.
  const lines = useMemo(() => {
    const { lower } = timeTicks({ grid, clock, words }, scale, msAt(scale, originX), msAt(scale, endX))
    return lower.map((tick) => `M${Math.round(xOf(scale, tick.fromMs) - originX) + 0.5} 0v${heightPx}`).join('')
  }, [grid, clock, words, scale, originX, endX, heightPx])
  return (
    <svg
      className="pointer-events-none absolute top-0 left-0"
      width={endX - originX}
      height={heightPx}
      aria-hidden="true"
    >
      <path d={lines} className="fill-none stroke-line" />
    </svg>
  )
})
