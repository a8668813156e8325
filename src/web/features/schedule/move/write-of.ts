import type { Moved } from '#domain/schedule/cascade.ts'
import { linkedTo } from '#domain/schedule/link-index.ts'
import { hasFlag } from '#domain/schedule/movable-plan.ts'
import { moveToCenter } from '#domain/schedule/move-to-center.ts'
import { at } from '../model/at.ts'
import type { ScheduleModel } from '../model/schedule-model.ts'
import type { MovePreview } from '../schedule-store.ts'
import type { CenterMove, FieldsChange, OperationMove, PlanFields, Reschedule } from '../schedule-write.ts'

const isoOf = (ms: number | undefined) => (ms ? new Date(ms).toISOString() : null)

const idOf = ({ data }: ScheduleModel, operation: number) => data.operations.ids[operation] ?? ''

const seenOf = (model: ScheduleModel, operation: number) => ({
  operationId: idOf(model, operation),
  projectId: model.data.projects.ids[at(model.projectOf, operation)] ?? '',
  version: at(model.data.operations.versions, operation),
})

const moveOf = (model: ScheduleModel, { operation, startMs, endMs }: Moved): OperationMove => ({
  ...seenOf(model, operation),
  startMs,
  endMs,
  was: {
    scheduledStartDate: isoOf(model.data.operations.startMs[operation]),
    scheduledEndDate: isoOf(model.data.operations.endMs[operation]),
    durationHours: model.data.operations.durationHours[operation] ?? 0,
  },
})

/** A previewed move with the dates that it shows. */
export const rescheduleOf = (
  model: ScheduleModel,
  { moved, others, followers, durationHours }: MovePreview,
): Reschedule => ({
  kind: 'move',
  ...moveOf(model, moved),
  ...(durationHours !== null && { durationHours }),
  followers: followers.map((follower) => moveOf(model, follower)),
  ...(others.length > 0 && { others: others.map((other) => moveOf(model, other)) }),
})

/** A previewed move as it is stored. On the row of another work center, its dates follow from the hours there. */
export const moveWrite = (model: ScheduleModel, move: MovePreview): Reschedule | CenterMove => {
  const { moved, category, alone } = move
  if (category === null) return rescheduleOf(model, move)
  const { categoryId = '', name: centerName = '' } = model.data.categories[category] ?? {}
  const withHours = (durationHours: number): Reschedule => {
    const { moved: there, followers } = moveToCenter(model, moved, { category, alone, durationHours })
    const dates = { ...moveOf(model, there), followers: followers.map((each) => moveOf(model, each)) }
    return { kind: 'move', ...dates, categoryId }
  }
  return { kind: 'moveToCenter', ...moveOf(model, moved), categoryId, centerName, withHours }
}

/** Other values of some fields of an operation; `done` describes the change. */
export const fieldsWrite = (
  model: ScheduleModel,
  operation: number,
  fields: PlanFields,
  done?: string,
): FieldsChange => {
  const { durationHours, progressPercentage } = model.data.operations
  const was = {
    pinned: hasFlag(model, operation, 'pinned'),
    onHold: hasFlag(model, operation, 'onHold'),
    durationHours: at(durationHours, operation),
    progressPercentage: at(progressPercentage, operation),
    dependencies: Array.from(linkedTo(model.predecessors, operation), (row) => idOf(model, row)),
  }
  const begun = was.progressPercentage > 0 || hasFlag(model, operation, 'started')
  return { kind: 'fields', ...seenOf(model, operation), fields, was, begun, done }
}

/** Other predecessors of an operation. */
export const predecessorsWrite = (
  model: ScheduleModel,
  operation: number,
  predecessors: readonly number[],
  done: string,
): FieldsChange => fieldsWrite(model, operation, { dependencies: predecessors.map((row) => idOf(model, row)) }, done)
