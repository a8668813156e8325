import { useGantt, useGanttState } from '../gantt-context.ts'
import type { ScheduleState } from '../schedule-store.ts'
import { MovePriceLines } from './move-price.tsx'
import { moveWarnings, spanWords } from './move-words.ts'

/** What follows the pointer while an operation is dragged from the pool: where it would start, and what a planner should know. */
export function PoolTip({ drag }: { drag: NonNullable<ScheduleState['poolDrag']> }) {
  const gantt = useGantt()
  const move = useGanttState((state) => state.move)
  const { operations, categories } = gantt.model.data
  const own = operations.category[drag.operation] ?? -1
  const isElsewhere = drag.category !== null && drag.category !== own
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed z-popover flex w-max max-w-75 flex-col gap-1 rounded border border-primary-line bg-raised px-2.5 py-2 text-label shadow-2"
      style={{ left: drag.x + 14, top: drag.y + 14 }}
    >
      <span className="font-semibold">{operations.names[drag.operation]}</span>
      {drag.category === null || !move ? (
        <span className="text-ink-2">Drop it on a lane</span>
      ) : (
        <>
          <span className="tabular-nums">{spanWords(gantt, move.moved.startMs, move.moved.endMs)}</span>
          {isElsewhere && (
            <span className="text-warn-text">At {categories[drag.category]?.name}, if it may run there</span>
          )}
          {moveWarnings(gantt, move).map((sentence) => (
            <span key={sentence} className="text-warn-text">
              {sentence}
            </span>
          ))}
          <MovePriceLines move={move} />
        </>
      )}
    </div>
  )
}
