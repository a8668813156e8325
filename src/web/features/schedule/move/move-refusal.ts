import type { GanttScene } from '../gantt-context.ts'
import { planRefusal, refusalAt } from '../model/center-refusals.ts'
import type { MovePreview } from '../schedule-store.ts'

/** Why the reader may not store a move: for the work center that it leads to, or for the first operation that would move. */
export const moveRefusal = (
  gantt: Pick<GanttScene, 'model' | 'refusals'>,
  { moved, movedTo, category }: MovePreview,
): string | null => {
  const there = category === null ? null : refusalAt(gantt.refusals.plan, category)
  if (there !== null) return there
  for (const operation of movedTo.keys()) {
    const refusal = planRefusal(gantt, operation)
    if (refusal === null) continue
    const name = gantt.model.data.operations.names[operation] ?? ''
    return operation === moved.operation ? refusal : `${name} would move too. ${refusal}`
  }
  return null
}
