import { memo } from 'react'
import { isMovable, isPlaced } from '#domain/schedule/movable-plan.ts'
import { barWords, isInConflict } from '../frame/bar-words.ts'
import { cellRole, named } from '../frame/grid-roles.ts'
import { materialPath, materialPx, warnPath, warnPx } from '../frame/warn-path.ts'
import { type GanttScene, useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { awaitedMaterialMs, toneOf } from '../model/schedule-model.ts'
import { xOf } from '../model/time-scale.ts'
import { barColorOf } from './bar-color.ts'
import { barGround, colorStyle, criticalStyle, pickedStyle, swatch, tickPx, toneClasses } from './bar-look.ts'
import { barId } from './row-id.ts'

interface GanttBarProps {
  readonly operation: number
  readonly originX: number
}

/** Whether a bar touches the window, outside of which none is rendered. */
export const isBarInView = ({ model, scale }: GanttScene, operation: number, fromX: number, toX: number): boolean =>
  isPlaced(model, operation) &&
  xOf(scale, at(model.endMs, operation)) >= fromX &&
  xOf(scale, at(model.startMs, operation)) <= toX

/** One operation on the time axis. */
export const GanttBar = memo(function GanttBar({ operation, originX }: GanttBarProps) {
  const gantt = useGantt()
  const { model, scale } = gantt
  const isMoving = useGanttState(({ move }) => move?.movedTo.has(operation) ?? false)
  const isPicked = useGanttState(({ picked }) => picked.has(model.data.operations.ids[operation] ?? ''))
  const away = isMoving || gantt.proposed.has(operation)
  const left = xOf(scale, at(model.startMs, operation))
  const right = xOf(scale, at(model.endMs, operation))
  const width = Math.max(2, right - left)
  const tone = toneOf(model, operation)
  const { category, progressPercentage } = model.data.operations
  const color = swatch(model.data.categories[category[operation] ?? -1]?.color)
  const movable = isMovable(model, operation) && planRefusal(gantt, operation) === null
  return (
    <div
      id={barId(operation)}
      tabIndex={-1}
      {...named(cellRole, barWords(gantt, operation))}
      data-operation={operation}
      className={`absolute top-1.5 h-5 outline-offset-1 ${toneClasses[tone]} ${
        width >= tickPx ? 'rounded border' : 'rounded-mark border-x'
      } ${movable ? 'cursor-grab [touch-action:pan-y]' : ''} ${away ? 'opacity-35' : ''}`}
      style={{
        left: left - originX,
        width,
        ...colorStyle(barColorOf(model, operation, gantt.look.color)),
        ...(gantt.critical.has(operation) && criticalStyle),
        ...(isPicked && pickedStyle),
        ...barGround(width, at(progressPercentage, operation), color, tone === 'done'),
      }}
    >
      {awaitedMaterialMs(model, operation) > 0 && (
        <svg
          className="pointer-events-none absolute -top-1 -left-1 overflow-visible fill-warn stroke-surface"
          width={materialPx}
          height={materialPx}
          aria-hidden="true"
          data-material=""
        >
          <path d={materialPath(0, 0)} paintOrder="stroke" strokeWidth={2} />
        </svg>
      )}
      {isInConflict(gantt.model, operation) && (
        <svg
          className="pointer-events-none absolute -top-1 -right-1 overflow-visible fill-warn stroke-surface"
          width={warnPx}
          height={warnPx}
          aria-hidden="true"
          data-warning=""
        >
          <path d={warnPath(warnPx, 3)} paintOrder="stroke" strokeWidth={2} />
        </svg>
      )}
    </div>
  )
})
