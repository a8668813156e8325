import { type BulkAction, type BulkFailureCode, movingActions } from '#contract/bulk-operations.ts'
import type { OperationInput } from '#contract/operations.ts'
import { limits } from '#contract/vocabulary.ts'
import { hoursTimes } from '#domain/learned/at-learned-pace.ts'
import type { MovableOperation, PlannedTime } from '#domain/operations/move-operation.ts'
import { originalEstimate, reportHoursLeft } from '#domain/operations/report-hours-left.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'
import { type BulkWorld, isClosed } from './bulk-world.ts'

/** The edit of one operation, or why it cannot be edited. */
export type PlannedEdit =
  | { readonly input: OperationInput }
  | { readonly code: BulkFailureCode; readonly reason: string }

export type OperationAction = Exclude<BulkAction, { kind: 'priority' | 'phase' }>

/** An action that moves operations in the plan. */
export type MovingAction = Extract<BulkAction, { kind: (typeof movingActions)[number] }>

export const isMoving = (action: BulkAction): action is MovingAction =>
  movingActions.some((kind) => kind === action.kind)

/** An operation as the rules for moves need it. */
export const movable = ({ row }: LinkedOperation): MovableOperation => ({
  plannedStartMs: row.scheduledStartDate?.getTime() ?? Number.NaN,
  plannedEndMs: row.scheduledEndDate?.getTime() ?? Number.NaN,
  actualStartMs: row.actualStartDate?.getTime() ?? null,
  durationHours: row.durationHours,
  leftHours: row.durationHours * (1 - row.progressPercentage / 100),
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
    reason: 'One of its predecessors has no scheduled end.',
  },
  noWorkingTime: { code: 'noWorkingTime', reason: 'Its work center has no working time.' },
  started: { code: 'rule', reason: 'It has started.' },
  noWorkCenter: { code: 'rule', reason: 'It has no work center.' },
  onHold: { code: 'rule', reason: 'It is on hold. Release it first.' },
} as const satisfies Record<string, { code: BulkFailureCode; reason: string }>

/** Why an operation cannot be moved; null if it can. */
export const moveRefusal = ({ row }: LinkedOperation, { projects }: BulkWorld, { kind }: MovingAction) => {
  const project = projects.get(row.projectId)
  if (row.progressPercentage >= 100) return refusals.completed
  if (project && isClosed(project)) return refusals.projectClosed
  return kind === 'nextFreeSlot' && row.onHold ? refusals.onHold : null
}

/** Changes people or tools, and work centers. An alternative that the operation already has keeps its hours. */
const resourceEdit = (
  { categoryId, durationHours, originalHours, alternatives }: LinkedOperation['row'],
  { poolId, alternativeIds }: Extract<BulkAction, { kind: 'pool' }>,
): PlannedEdit => {
  const pool = poolId === undefined ? {} : { poolId }
  if (alternativeIds === undefined) return { input: pool }
  if (categoryId === null && alternativeIds.length > 0) return refusals.noWorkCenter
  const others = [...new Set(alternativeIds)].filter((id) => id !== categoryId)
  const isOf = (id: string) => (alternative: { readonly categoryId: string }) => alternative.categoryId === id
  const wanted = others.map(
    (id) => alternatives.find(isOf(id)) ?? { categoryId: id, durationHours: originalHours ?? durationHours },
  )
  return { input: { ...pool, alternatives: wanted } }
}

/** Other hours replace the parts that they were the sum of; the quantity stays. */
const withoutParts = ({ setupHours, hoursPerPiece }: LinkedOperation['row']): OperationInput =>
  (setupHours ?? hoursPerPiece) === null ? {} : { setupHours: null, hoursPerPiece: null }

/** Hours at the learned pace: always those of the original estimate, so that they are multiplied only once. */
const timesEstimate = (row: LinkedOperation['row'], factor: number): OperationInput => {
  const estimate = originalEstimate(row)
  const durationHours = hoursTimes(estimate, factor)
  return { durationHours, originalHours: durationHours === estimate ? null : estimate }
}

/** The edit that an action makes to one operation. Stores nothing. Moves are planned together: see `plan-moves`. */
export const planEdit = ({ row }: LinkedOperation, action: Exclude<OperationAction, MovingAction>): PlannedEdit => {
  const completed = row.progressPercentage >= 100
  switch (action.kind) {
    case 'progress':
      return { input: { progressPercentage: action.progressPercentage } }
    case 'hoursLeft': {
      const decision = reportHoursLeft(row, action.hoursLeft)
      if (!decision.ok) return { code: 'rule', reason: decision.reason }
      const { ok: _, ...known } = decision
      return { input: { ...known, ...withoutParts(row) } }
    }
    case 'hold':
      return completed ? refusals.completed : { input: { onHold: true } }
    case 'release':
      return { input: { onHold: false } }
    case 'duration':
      return completed ? refusals.completed : { input: { durationHours: action.durationHours } }
    case 'durationTimes':
      if (completed) return refusals.completed
      if (row.actualStartDate !== null || row.progressPercentage > 0) return refusals.started
      return { input: { ...timesEstimate(row, action.factor), ...withoutParts(row) } }
    case 'workCentre':
      return completed ? refusals.completed : { input: { categoryId: action.categoryId } }
    case 'pool':
      return completed ? refusals.completed : resourceEdit(row, action)
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
