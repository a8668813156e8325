import type { ScheduleState } from '../schedule-store.ts'

/** The room that the words need right of the pointer and below it, also at the edges of the window. */
const [roomPx, roomBelowPx] = [308, 64]

/** Says beside the pointer why what it holds stays where it is. `announce` has told screen readers. */
export function RefusedDragTip({ drag }: { drag: NonNullable<ScheduleState['refusedDrag']> }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed z-popover w-max max-w-75 rounded border border-line-2 bg-raised px-2.5 py-2 text-label shadow-2"
      style={{
        left: Math.min(drag.x + 14, window.innerWidth - roomPx),
        top: Math.min(drag.y + 14, window.innerHeight - roomBelowPx),
      }}
      data-refused=""
    >
      {drag.refusal}
    </div>
  )
}
