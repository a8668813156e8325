import { capacitySteps } from '#domain/time/capacity-steps.ts'
import { availableWords } from '#web/lib/capacity-words.ts'
import type { PlanView } from '../frame/plan-view.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { type PlacedBand, stripPx } from './band-layout.ts'

/** The room that the words need. */
const wordsPx = 96

/** A time in which a work center does not have its usual capacity; `toMs` is Infinity when it has no end. */
export interface OtherCapacity {
  readonly fromMs: number
  readonly toMs: number
  readonly isLess: boolean
  /** '1 of 2 available' */
  readonly words: string
}

/** The times in which the work center of a band has another capacity than usual. */
export const otherCapacities = ({ data }: ScheduleModel, { category, isOutside }: PlacedBand): OtherCapacity[] => {
  const center = data.categories[category]
  if (!center || isOutside) return []
  const usual = center.capacity
  const steps = capacitySteps(center, data.capacitySpans)
  return steps.flatMap(({ fromMs, capacity }, i) => {
    const toMs = steps[i + 1]?.fromMs ?? Infinity
    const words = availableWords(capacity, usual)
    return capacity === usual ? [] : [{ fromMs, toMs, isLess: capacity < usual, words }]
  })
}

/** Where the times of another capacity are in the window, in px. */
const placedIn = ({ model, scale }: GanttScene, band: PlacedBand, { fromX, toX, fromY }: PlanView) =>
  otherCapacities(model, band).flatMap(({ fromMs, toMs, isLess, words }) => {
    const left = Math.max(fromX, xOf(scale, fromMs))
    const right = toMs === Infinity ? toX : Math.min(toX, xOf(scale, toMs))
    const y = band.top - fromY
    return right <= left ? [] : [{ fromMs, isLess, words, x: left - fromX, width: right - left, y }]
  })

interface CapacityProps {
  readonly bands: readonly PlacedBand[]
  readonly view: PlanView
}

/** Paints the times of another capacity behind the bars. */
export function CapacityMarks({ bands, view }: CapacityProps) {
  const gantt = useGantt()
  return bands.map((band) =>
    placedIn(gantt, band, view).map(({ fromMs, isLess, words: _, ...place }) => (
      <rect
        key={`${band.category} ${fromMs}`}
        {...place}
        height={band.heightPx - stripPx}
        className={isLess ? 'fill-warn-tint stroke-warn-line' : 'fill-ok-tint stroke-ok-line'}
        strokeDasharray="3 3"
        data-capacity=""
      />
    )),
  )
}

/** Writes what is available in the lowest lane, behind the bar with which a time begins there. */
export function CapacityWords({ bands, view }: CapacityProps) {
  const gantt = useGantt()
  const { model, scale } = gantt
  return bands.map((band) =>
    placedIn(gantt, band, view).map(({ fromMs, words, x, y, width }) => {
      const lane = band.lanes.at(-1) ?? new Int32Array()
      const first = lane[firstEndingAfter(model, lane, Math.max(fromMs, msAt(scale, view.fromX)))] ?? -1
      const isInTheWay = first >= 0 && xOf(scale, at(model.startMs, first)) - view.fromX < x + wordsPx
      const from = isInTheWay ? xOf(scale, at(model.endMs, first)) - view.fromX : x
      return x + width - from < wordsPx ? null : (
        <text
          key={`${band.category} ${fromMs}`}
          x={from + 6}
          y={y + band.heightPx - stripPx - 12}
          className="fill-ink-2 text-axis"
        >
          {words}
        </text>
      )
    }),
  )
}
