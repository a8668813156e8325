import { isPlaced } from '#domain/schedule/movable-plan.ts'
import { useMedia } from '#web/lib/use-media.ts'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { planRefusal } from '../model/center-refusals.ts'
import { xOf } from '../model/time-scale.ts'

interface LinkHandleProps {
  readonly originX: number
  /** Top of an operation's bar in px of the window, null when its row is not rendered. */
  readonly topOf: (operation: number) => number | null
  /** Whether the dot is at the lower corner of the bar, because the next bar can follow at once in the same lane. */
  readonly atCorner?: boolean
}

/**
 * A dot at the end of the bar under the pointer, from which a link to another bar is drawn, and the link while it is drawn. For fingers,
 * which do not hover, it is at the selected bar, and larger.
 */
export function LinkHandle({ originX, topOf, atCorner = false }: LinkHandleProps) {
  const gantt = useGantt()
  const { model, scale } = gantt
  const hovered = useGanttState((state) => state.hovered?.operation ?? -1)
  const linking = useGanttState((state) => state.linking)
  const isCoarse = useMedia('(pointer: coarse)')
  const offered = isCoarse && hovered < 0 ? gantt.selected : hovered
  const operation = linking?.from ?? offered
  const isOffered = operation >= 0 && isPlaced(model, operation) && planRefusal(gantt, operation) === null
  const top = isOffered ? topOf(operation) : null
  if (top === null) return null
  const end = xOf(scale, at(model.endMs, operation)) - originX
  const [x, y] = atCorner ? [end - 6, top + 14] : [end + 1, top + 5]
  // Around the same middle.
  const sizePx = isCoarse ? 28 : 10
  const asidePx = (sizePx - 10) / 2
  return (
    <div aria-hidden="true">
      <div
        data-link-handle={operation}
        title="Drag to the operation that should wait for this one"
        className="absolute cursor-crosshair touch-none rounded-full border-2 border-primary-mark bg-surface"
        style={{ left: x - asidePx, top: y - asidePx, width: sizePx, height: sizePx }}
      />
      {linking && (
        <svg
          className="pointer-events-none absolute top-0 left-0 z-links h-full w-full overflow-visible"
          aria-hidden="true"
        >
          <path
            d={`M${x + 5} ${y + 5}L${linking.x} ${linking.y}`}
            className={`fill-none ${linking.refusal ? 'stroke-crit' : 'stroke-primary'}`}
            strokeWidth={1.5}
            strokeDasharray="4 3"
          />
        </svg>
      )}
    </div>
  )
}
