import type { Moved } from '#domain/schedule/cascade.ts'
import { moveToCenter } from '#domain/schedule/move-to-center.ts'
import { at } from '../model/at.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import type { CenterMove, OperationMove, Reschedule } from '../schedule-gantt.tsx'
import type { MovePreview } from '../schedule-store.ts'

const isoOf = (ms: number | undefined) => (ms ? new Date(ms).toISOString() : null)

const moveOf = ({ data, projectOf }: ScheduleModel, { operation, startMs, endMs }: Moved): OperationMove => ({
  operationId: data.operations.ids[operation] ?? '',
  projectId: data.projects.ids[at(projectOf, operation)] ?? '',
  version: at(data.operations.versions, operation),
  startMs,
  endMs,
  was: {
    scheduledStartDate: isoOf(data.operations.startMs[operation]),
    scheduledEndDate: isoOf(data.operations.endMs[operation]),
    durationHours: data.operations.durationHours[operation] ?? 0,
  },
})

/** The move of an operation to the row of another work center. */
export const centerMoveOf = (
  model: ScheduleModel,
  moved: Moved,
  there: { readonly category: number; readonly alone: boolean },
): CenterMove => {
  const categoryId = model.data.categories[there.category]?.categoryId ?? ''
  const withHours = (durationHours: number) => {
    const at = moveToCenter(model, moved, { ...there, durationHours })
    return { ...moveOf(model, at.moved), followers: at.followers.map((each) => moveOf(model, each)), categoryId }
  }
  return { ...moveOf(model, moved), categoryId, withHours }
}

/** A previewed move as the page stores it. */
export const rescheduleOf = (
  model: ScheduleModel,
  { moved, others, followers, durationHours }: MovePreview,
): Reschedule => ({
  ...moveOf(model, moved),
  ...(durationHours !== null && { durationHours }),
  followers: followers.map((follower) => moveOf(model, follower)),
  ...(others.length > 0 && { others: others.map((other) => moveOf(model, other)) }),
})
