import { useGantt, useGanttState } from '../gantt-context.ts'
import { xOf } from '../model/time-scale.ts'
import { spanWords } from '../move/move-words.ts'
import type { PaintedTimeProps } from './painted-time.tsx'

/** The time that is being painted on a row, and what the release will ask for. */
export function PaintedMark({ bands, view: { originX, originY } }: PaintedTimeProps) {
  const gantt = useGantt()
  const painting = useGanttState((state) => state.painting)
  const band = painting && bands.find(({ category }) => category === painting.category)
  if (!band) return null
  const { fromMs, toMs } = painting
  const [x, endX] = [xOf(gantt.scale, fromMs), xOf(gantt.scale, toMs)]
  return (
    <div className="pointer-events-none" aria-hidden="true">
      <div
        className="absolute rounded border-2 border-primary-mark border-dashed bg-primary-tint opacity-60"
        style={{ left: x - originX, width: endX - x, top: band.top - originY, height: band.heightPx - 1 }}
        data-painted=""
      />
      <div
        className="absolute z-lifted w-max rounded border border-line-2 bg-raised px-2.5 py-2 text-label shadow-2"
        style={{ left: x - originX, top: band.top - originY + band.heightPx + 4 }}
      >
        <div className="font-semibold tabular-nums">{spanWords(gantt, fromMs, toMs)}</div>
        <div className="text-ink-2">
          Overtime, downtime or capacity of {gantt.model.data.categories[band.category]?.name}
        </div>
      </div>
    </div>
  )
}
