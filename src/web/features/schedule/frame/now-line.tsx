import { useGantt } from '../gantt-context.ts'
import { xOf } from '../model/time-scale.ts'
import type { PlanView } from './plan-view.ts'

/** The present: a line over all rows with the time at its foot. */
export function NowLine({ leftPx, view }: { leftPx: number; view: PlanView }) {
  const { scale, nowMs, words } = useGantt()
  const x = xOf(scale, nowMs)
  if (x < view.fromX || x > view.toX) return null
  return (
    <div className="pointer-events-none sticky top-12 z-today h-0" aria-hidden="true">
      <div className="absolute w-0.5 bg-primary" style={{ left: leftPx + x - 1, height: view.heightPx }} />
      <div className="absolute flex w-20 justify-center" style={{ left: leftPx + x - 40, top: view.heightPx - 26 }}>
        <span className="rounded-part bg-primary-fill px-1.5 text-axis text-on-primary leading-5 tabular-nums">
          {words.time(nowMs)}
        </span>
      </div>
    </div>
  )
}
