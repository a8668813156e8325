import { capacitySteps } from '#domain/time/capacity-steps.ts'
import { availableWords } from '#web/lib/capacity-words.ts'
import { type GanttScene, useGantt } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import { type Band, stripPx } from './band-layout.ts'
import type { TimePart } from './visible-bars.ts'

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
export const otherCapacities = ({ data }: ScheduleModel, { category, isOutside }: Band): OtherCapacity[] => {
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

/** Where the times of another capacity are, in px of the surface. */
const placedIn = ({ model, scale }: GanttScene, { band, part: { fromX, toX, originX } }: CapacityProps) =>
  otherCapacities(model, band).flatMap(({ fromMs, toMs, isLess, words }) => {
    const left = Math.max(fromX, xOf(scale, fromMs))
    const right = toMs === Infinity ? toX : Math.min(toX, xOf(scale, toMs))
    return right <= left ? [] : [{ fromMs, isLess, words, x: left - originX, width: right - left }]
  })

interface CapacityProps {
  readonly band: Band
  readonly part: TimePart
}

/** Paints the times of another capacity behind the bars. */
export function CapacityMarks(props: CapacityProps) {
  const gantt = useGantt()
  return placedIn(gantt, props).map(({ fromMs, isLess, words: _, ...place }) => (
    <rect
      key={fromMs}
      {...place}
      y={0}
      height={props.band.heightPx - stripPx}
      className={isLess ? 'fill-warn-tint stroke-warn-line' : 'fill-ok-tint stroke-ok-line'}
      strokeDasharray="3 3"
      data-capacity=""
    />
  ))
}

/** Writes what is available in the lowest lane, behind the bar with which a time begins there. */
export function CapacityWords({ band, part }: CapacityProps) {
  const gantt = useGantt()
  const { model, scale } = gantt
  return placedIn(gantt, { band, part }).map(({ fromMs, words, x, width }) => {
    const lane = band.lanes.at(-1) ?? new Int32Array()
    const first = lane[firstEndingAfter(model, lane, Math.max(fromMs, msAt(scale, part.fromX)))] ?? -1
    const isInTheWay = first >= 0 && xOf(scale, at(model.startMs, first)) - part.originX < x + wordsPx
    const from = isInTheWay ? xOf(scale, at(model.endMs, first)) - part.originX : x
    return x + width - from < wordsPx ? null : (
      <text key={fromMs} x={from + 6} y={band.heightPx - stripPx - 12} className="fill-ink-2 text-axis">
        {words}
      </text>
    )
  })
}
