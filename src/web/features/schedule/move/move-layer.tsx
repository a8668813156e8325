import type { Moved } from '#domain/schedule/cascade.ts'
import { isPlaced } from '#domain/schedule/movable-plan.ts'
import { swatch } from '../gantt/bar-look.ts'
import { useGantt, useGanttState } from '../gantt-context.ts'
import { at } from '../model/at.ts'
import { endsAfterShipDate } from '../model/schedule-model.ts'
import { xOf } from '../model/time-scale.ts'
import type { MovePreview } from '../schedule-store.ts'
import { moverAttribute } from './start-bar-drag.ts'

interface MoveLayerProps {
  readonly fromX: number
  readonly toX: number
  readonly originX: number
  /** Top of an operation's bar in px of the surface, null when its row is not rendered. */
  readonly topOf: (operation: number) => number | null
}

/**
 * What would move, while something does or is proposed. It is there at once, because the bar has to follow the pointer. `TipLayer` has
 * its tip.
 */
export function MoveLayer(props: MoveLayerProps) {
  const { proposed } = useGantt()
  const isMoving = useGanttState(({ move }) => move !== null)
  return (isMoving || proposed.size > 0) && <MovingBars {...props} />
}

/** Dashed ghosts of a proposal, or of the followers of a moved bar, and that bar itself. */
function MovingBars({ fromX, toX, originX, topOf }: MoveLayerProps) {
  const { proposed, scale } = useGantt()
  const move = useGanttState((state) => state.move)
  // A move can have thousands of followers, of which few are in sight.
  const inSight = (moves: Iterable<Moved>) =>
    [...moves].filter(
      ({ operation, startMs, endMs }) =>
        topOf(operation) !== null && xOf(scale, endMs) >= fromX && xOf(scale, startMs) <= toX,
    )
  const ghosts = [...inSight(proposed.values()), ...inSight(move?.others ?? []), ...inSight(move?.followers ?? [])]
  if (!move && ghosts.length === 0) return null
  return (
    <div className="pointer-events-none absolute top-0 left-0 z-dragged-bar h-0 w-full" aria-hidden="true">
      {ghosts.map((ghost) => (
        <Ghost key={ghost.operation} follower={ghost} originX={originX} top={topOf(ghost.operation) ?? 0} />
      ))}
      {move && <MovedBar move={move} originX={originX} topOf={topOf} />}
    </div>
  )
}

/** The bar that is being moved, at its new position. */
function MovedBar({ move, originX, topOf }: Omit<MoveLayerProps, 'fromX' | 'toX'> & { move: MovePreview }) {
  const { model, scale } = useGantt()
  const { moved } = move
  const top = topOf(moved.operation)
  const [x, endX] = [xOf(scale, moved.startMs), xOf(scale, moved.endMs)]
  // Unscheduled work has no old place.
  const oldX = isPlaced(model, moved.operation) ? xOf(scale, at(model.startMs, moved.operation)) : x
  // Over closed time, the bar stays under the pointer, and a ghost shows where it will land.
  const heldX = move.phase === 'dragging' ? xOf(scale, move.wantedMs) : x
  const color = swatch(model.data.categories[model.data.operations.category[moved.operation] ?? -1]?.color)
  if (top === null) return null
  return (
    <>
      <div
        {...{ [moverAttribute]: '' }}
        className={`absolute h-5 rounded border-2 border-primary-mark will-change-transform shadow-3 ${endsAfterShipDate(model, moved.operation, moved.endMs) ? 'bg-bar-late' : 'bg-bar'}`}
        style={{
          left: oldX - originX,
          top,
          width: Math.max(2, endX - x),
          transform: `translate3d(${heldX - oldX}px,0,0)`,
          boxShadow: `inset 3px 0 ${color}`,
        }}
      />
      {heldX !== x && <Ghost follower={moved} originX={originX} top={top} />}
    </>
  )
}

function Ghost({ follower, originX, top }: { follower: Moved; originX: number; top: number }) {
  const { model, scale } = useGantt()
  const [x, endX] = [xOf(scale, follower.startMs), xOf(scale, follower.endMs)]
  const late = endsAfterShipDate(model, follower.operation, follower.endMs)
  return (
    <div
      className={`absolute h-5 rounded border border-dashed ${late ? 'border-crit bg-crit-tint' : 'border-primary bg-primary-tint'}`}
      style={{ left: x - originX, top, width: Math.max(3, endX - x) }}
    />
  )
}
