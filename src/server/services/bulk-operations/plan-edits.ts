import type { BulkAction, BulkFailureCode } from '#contract/bulk-operations.ts'
import type { OperationInput } from '#contract/operations.ts'
import { limits } from '#contract/vocabulary.ts'
import { type MovableOperation, moveBy, moveTo, type PlannedTime } from '#domain/operations/move-operation.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { type BulkWorld, isClosed } from './bulk-world.ts'

/** The edit of one operation, or why it cannot be edited. */
export type PlannedEdit =
  | { readonly input: OperationInput }
  | { readonly code: BulkFailureCode; readonly reason: string }

export type OperationAction = Exclude<BulkAction, { kind: 'priority' | 'phase' }>

/** An operation as the rules for moves need it. */
export const movable = ({ row }: LinkedOperation): MovableOperation => ({
  plannedStartMs: row.scheduledStartDate?.getTime() ?? Number.NaN,
  plannedEndMs: row.scheduledEndDate?.getTime() ?? Number.NaN,
  started: row.actualStartDate !== null,
  durationHours: row.durationHours,
  leftHours: row.durationHours * (1 - row.progressPercent / 100),
})

/** Only the two dates, as a drag in the Gantt sends them. They pin the operation. */
export const datesOf = ({ startMs, endMs }: PlannedTime): OperationInput => ({
  scheduledStartDate: new Date(startMs).toISOString(),
  scheduledEndDate: new Date(endMs).toISOString(),
})

export const refusals = {
  completed: { code: 'completed', reason: 'It is completed.' },
  projectClosed: { code: 'projectClosed', reason: 'Its project is complete, shipped, on hold or cancelled.' },
  notScheduled: { code: 'notScheduled', reason: 'It has no planned dates to move.' },
  predecessorNotScheduled: {
    code: 'predecessorNotScheduled',
    reason: 'One of its predecessors has no planned end.',
  },
  noWorkingTime: { code: 'noWorkingTime', reason: 'Its work center has no working time.' },
  onHold: { code: 'rule', reason: 'It is on hold. Release it first.' },
} as const satisfies Record<string, { code: BulkFailureCode; reason: string }>

/** Why an operation cannot be moved in the plan. null = it can. */
export const moveRefusal = (operation: LinkedOperation, world: BulkWorld) => {
  const project = world.projects.get(operation.row.projectId)
  if (operation.row.progressPercent >= 100) return refusals.completed
  return project && isClosed(project) ? refusals.projectClosed : null
}

const planMove = (
  operation: LinkedOperation,
  action: Extract<OperationAction, { kind: 'rescheduleTo' | 'rescheduleBy' }>,
  world: BulkWorld,
): PlannedEdit => {
  const refusal = moveRefusal(operation, world)
  if (refusal) return refusal
  const calendar = world.calendarOf(operation.row.categoryId, operation.row.poolId)
  const from = movable(operation)
  if (action.kind === 'rescheduleTo') {
    const time = moveTo(from, dateOnlyToMs(action.date, world.readerZone, 0), calendar, world.nowMs)
    return time ? { input: datesOf(time) } : refusals.noWorkingTime
  }
  if (Number.isNaN(from.plannedStartMs) || Number.isNaN(from.plannedEndMs)) return refusals.notScheduled
  const time = moveBy(from, action.workingDays, calendar, world.nowMs)
  return time ? { input: datesOf(time) } : refusals.noWorkingTime
}

/** The edit that an action makes to one operation. Stores nothing. `nextFreeSlot` depends on all rows: see `plan-slots`. */
export const planEdit = (
  operation: LinkedOperation,
  action: Exclude<OperationAction, { kind: 'nextFreeSlot' }>,
  world: BulkWorld,
): PlannedEdit => {
  const { row } = operation
  const completed = row.progressPercent >= 100
  switch (action.kind) {
    case 'rescheduleTo':
    case 'rescheduleBy':
      return planMove(operation, action, world)
    case 'progress':
      return { input: { progressPercentage: action.progressPercentage } }
    case 'hold':
      return completed ? refusals.completed : { input: { onHold: true } }
    case 'release':
      return { input: { onHold: false } }
    case 'duration':
      return completed ? refusals.completed : { input: { durationHours: action.durationHours } }
    case 'workCentre':
      return completed ? refusals.completed : { input: { categoryId: action.categoryId } }
    case 'pool':
      return completed ? refusals.completed : { input: { poolId: action.poolId } }
    case 'pin':
      return { input: { pinned: action.pinned } }
    case 'material': {
      const { materialReadyDate, materialNote } = action
      return completed ? refusals.completed : { input: { materialReadyDate, materialNote } }
    }
    case 'notes': {
      const joined = row.notes === '' ? action.text : `${row.notes}\n${action.text}`
      const notes = action.mode === 'replace' ? action.text : joined
      if (notes.length <= limits.maxTextLength) return { input: { notes } }
      return { code: 'rule', reason: `Its notes would be longer than ${limits.maxTextLength} characters.` }
    }
  }
}
