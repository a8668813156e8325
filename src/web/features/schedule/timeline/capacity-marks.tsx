import { capacitySteps } from '#domain/time/capacity-steps.ts'
import { availableWords } from '#web/lib/capacity-words.ts'
import type { PlanView } from '../frame/plan-view.ts'
import { useGantt } from '../gantt-context.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { xOf } from '../model/time-scale.ts'
import { type PlacedBand, stripPx } from './band-layout.ts'

/** A time in which a work center does not have its usual capacity; `toMs` is Infinity when it has no end. */
export interface OtherCapacity {
  readonly fromMs: number
  readonly toMs: number
  readonly isLess: boolean
  /** '1 of 2 available' */
  readonly words: string
}

/** The times in which the work center of a band has another capacity than usual. */
export const otherCapacities = ({ data }: ScheduleModel, { category }: PlacedBand): OtherCapacity[] => {
  const center = data.categories[category]
  if (!center) return []
  const usual = center.capacity
  const steps = capacitySteps(center, data.capacitySpans)
  return steps.flatMap(({ fromMs, capacity }, i) => {
    const toMs = steps[i + 1]?.fromMs ?? Infinity
    const words = availableWords(capacity, usual)
    return capacity === usual ? [] : [{ fromMs, toMs, isLess: capacity < usual, words }]
  })
}

/** Paints the times of another capacity behind the bars of a work center, and writes what is available. */
export function CapacityMarks({ band, view }: { band: PlacedBand; view: PlanView }) {
  const { model, scale } = useGantt()
  const { fromX, toX, fromY } = view
  const height = band.heightPx - stripPx
  const y = band.top - fromY
  return otherCapacities(model, band).map(({ fromMs, toMs, isLess, words }) => {
    const left = Math.max(fromX, xOf(scale, fromMs))
    const right = toMs === Infinity ? toX : Math.min(toX, xOf(scale, toMs))
    return right <= left ? null : (
      <g key={fromMs} data-capacity="">
        <rect
          x={left - fromX}
          y={y}
          width={right - left}
          height={height}
          className={isLess ? 'fill-warn-tint stroke-warn-line' : 'fill-ok-tint stroke-ok-line'}
          strokeDasharray="3 3"
        />
        {right - left > 96 && (
          <text x={left - fromX + 6} y={y + height - 8} className="fill-ink-2 text-axis">
            {words}
          </text>
        )}
      </g>
    )
  })
}
