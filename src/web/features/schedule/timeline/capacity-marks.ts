import { capacitySteps } from '#domain/time/capacity-steps.ts'
import { availableWords } from '#web/lib/capacity-words.ts'
import type { TimePart } from '../frame/plan-view.ts'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { firstEndingAfter } from '../model/lanes.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import { msAt, xOf } from '../model/time-scale.ts'
import type { Band } from './band-layout.ts'

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

/** A time of another capacity, in px of the surface; the words stand in the lowest lane if there is room for them. */
export interface CapacityDrawing {
  readonly x: number
  readonly width: number
  readonly isLess: boolean
  readonly words: string
  /** Where the words begin; null = they have no room. */
  readonly wordsX: number | null
}

/** What is drawn of the times of another capacity. The words stand behind the bar with which such a time begins in the lowest lane. */
export const capacityDrawings = (
  { model, scale }: GanttScene,
  band: Band,
  { fromX, toX, originX }: TimePart,
): CapacityDrawing[] =>
  otherCapacities(model, band).flatMap(({ fromMs, toMs, isLess, words }) => {
    const left = Math.max(fromX, xOf(scale, fromMs))
    const right = toMs === Infinity ? toX : Math.min(toX, xOf(scale, toMs))
    if (right <= left) return []
    const [x, width] = [left - originX, right - left]
    const lane = band.lanes.at(-1) ?? new Int32Array()
    const first = lane[firstEndingAfter(model, lane, Math.max(fromMs, msAt(scale, fromX)))] ?? -1
    const isInTheWay = first >= 0 && xOf(scale, at(model.startMs, first)) - originX < x + wordsPx
    const from = isInTheWay ? xOf(scale, at(model.endMs, first)) - originX : x
    return [{ x, width, isLess, words, wordsX: x + width - from < wordsPx ? null : from + 6 }]
  })
