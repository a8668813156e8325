import type { CSSProperties } from 'react'
import { isMovable, isPlaced } from '#domain/schedule/movable-plan.ts'
import { barWords, isInConflict } from '../frame/bar-words.ts'
import { type ChangeoverDrawing, changeoverDrawing } from '../frame/changeover-bar.tsx'
import type { GanttScene } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { awaitedMaterialMs, toneOf } from '../model/schedule-model.ts'
import { xOf } from '../model/time-scale.ts'
import type { ScheduleState } from '../schedule-store.ts'
import { barColorOf } from './bar-color.ts'
import { barGround, colorStyle, criticalStyle, pickedStyle, swatch, tickPx, toneClasses } from './bar-look.ts'

/** What is drawn of an operation on the time axis of the Gantt, in plain values: the bar is drawn again when one of them changes. */
export interface BarDrawing {
  readonly operation: number
  /** The description for screen readers. */
  readonly words: string
  readonly className: string
  readonly style: CSSProperties
  readonly waitsForMaterial: boolean
  readonly isInConflict: boolean
  readonly changeover: ChangeoverDrawing | null
}

/** Whether a bar touches the window, outside of which none is rendered. */
export const isBarInView = ({ model, scale }: GanttScene, operation: number, fromX: number, toX: number): boolean =>
  isPlaced(model, operation) &&
  xOf(scale, at(model.endMs, operation)) >= fromX &&
  xOf(scale, at(model.startMs, operation)) <= toX

/** The bar of an operation at `top` on a surface that begins at `originX`. Picked and moving bars look different. */
export const barDrawing = (
  gantt: GanttScene,
  operation: number,
  place: { readonly originX: number; readonly top: number },
  { picked, moving }: Pick<ScheduleState, 'picked'> & { readonly moving: ReadonlySet<number> },
): BarDrawing => {
  const { model, scale } = gantt
  const { ids, category, progressPercentage } = model.data.operations
  const left = xOf(scale, at(model.startMs, operation))
  const width = Math.max(2, xOf(scale, at(model.endMs, operation)) - left)
  const tone = toneOf(model, operation)
  const isAway = moving.has(operation) || gantt.proposed.has(operation)
  const canMove = isMovable(model, operation) && planRefusal(gantt, operation) === null
  const color = swatch(model.data.categories[category[operation] ?? -1]?.color)
  return {
    operation,
    words: barWords(gantt, operation),
    className: `absolute h-5 outline-offset-1 ${toneClasses[tone]} ${
      width >= tickPx ? 'rounded border' : 'rounded-mark border-x'
    } ${canMove ? 'cursor-grab [touch-action:pan-y]' : ''} ${isAway ? 'opacity-35' : ''}`,
    style: {
      left: left - place.originX,
      top: place.top + 6,
      width,
      ...colorStyle(barColorOf(model, operation, gantt.look.color)),
      ...(gantt.critical.has(operation) && criticalStyle),
      ...(picked.has(ids[operation] ?? '') && pickedStyle),
      ...barGround(width, at(progressPercentage, operation), color, tone === 'done'),
    },
    waitsForMaterial: awaitedMaterialMs(model, operation) > 0,
    isInConflict: isInConflict(gantt, operation),
    changeover: changeoverDrawing(gantt, operation, { originX: place.originX, top: place.top + 6 }),
  }
}
