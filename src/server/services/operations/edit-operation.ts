import type { OperationInput } from '#contract/operations.ts'
import type { Placement } from '#contract/placement.ts'
import { applyOperationChange } from '#domain/operations/apply-operation-change.ts'
import { lagProblem, mergeDependencies } from '#domain/operations/merge-dependencies.ts'
import { reschedule, type ScheduledDates } from '#domain/operations/reschedule.ts'
import { applySetupChange } from '#domain/operations/setup-hours.ts'
import type { TenantContext } from '../../context.ts'
import { RuleError, ValidationError } from '../../errors.ts'
import { createdStamp, sentDate, sentFields } from '../records/record-fields.ts'
import type { LinkedOperation } from './operation-fields.ts'

/** Title of an operation without a given title (specification 9). */
const unnamedOperation = 'Unnamed Operation'

/** A new operation before any of its fields is set. */
export const blankOperation = (
  ctx: TenantContext,
  projectId: string,
  operationId: string,
  sequence: number,
): LinkedOperation => ({
  row: {
    tenantId: ctx.tenantId,
    operationId,
    projectId,
    name: unnamedOperation,
    description: '',
    status: 'Pending',
    progressPercent: 0,
    durationHours: 0,
    scheduledStartDate: null,
    scheduledEndDate: null,
    actualStartDate: null,
    actualEndDate: null,
    categoryId: null,
    poolId: null,
    sequence,
    onHold: false,
    pinned: false,
    notes: '',
    materialReadyDate: null,
    materialNote: '',
    setupHours: null,
    hoursPerPiece: null,
    quantity: null,
    setupFamily: '',
    placement: null,
    ...createdStamp(ctx),
  },
  dependencies: [],
})

const dateNames: ReadonlySet<string> = new Set(['scheduledStartDate', 'scheduledEndDate', 'pinned'])

/** The reason for dates given by a planner. Reasons of an earlier run do not apply to them. */
const placementAt = ({ scheduledStartDate, pinned }: ScheduledDates): Placement | null =>
  pinned && scheduledStartDate
    ? { factors: [{ code: 'pinned', at: scheduledStartDate.getTime(), binding: true }], unplaced: null, warnings: [] }
    : null

const agreed = <D extends { ok: boolean }>(decision: D): Extract<D, { ok: true }> => {
  if (!decision.ok) throw new RuleError('reason' in decision ? String(decision.reason) : 'Not allowed.')
  return decision as Extract<D, { ok: true }>
}

/** An operation after applying `input`. Stores nothing. Throws if a rule refuses it. */
export const editOperation = (
  before: LinkedOperation,
  input: OperationInput,
  mode: 'replace' | 'add',
  now: Date,
): LinkedOperation => {
  const { row } = before
  const sent = sentFields(input)
  const { state } = agreed(
    applyOperationChange(
      row,
      {
        status: input.status,
        progressPercent: input.progressPercentage,
        onHold: input.onHold,
        actualStartDate: sentDate(input.actualStartDate),
        actualEndDate: sentDate(input.actualEndDate),
      },
      now,
    ),
  )
  const { dates, moved } = agreed(
    reschedule(
      row,
      {
        scheduledStartDate: sentDate(input.scheduledStartDate),
        scheduledEndDate: sentDate(input.scheduledEndDate),
        pinned: input.pinned,
      },
      Object.keys(sent).every((name) => dateNames.has(name)),
    ),
  )
  const { hours } = agreed(applySetupChange(row, input))
  const dependencies = mergeDependencies(before.dependencies, input, mode)
  const problem = lagProblem(dependencies, input)
  if (problem) throw new ValidationError([problem])
  return {
    row: {
      ...row,
      name: input.name === undefined ? row.name : input.name || unnamedOperation,
      description: input.description ?? row.description,
      ...hours,
      setupFamily: input.setupFamily ?? row.setupFamily,
      categoryId: input.categoryId === undefined ? row.categoryId : input.categoryId,
      poolId: input.poolId === undefined ? row.poolId : input.poolId,
      sequence: input.sequence ?? row.sequence,
      notes: input.notes ?? row.notes,
      materialReadyDate:
        input.materialReadyDate === undefined ? row.materialReadyDate : (sentDate(input.materialReadyDate) ?? null),
      materialNote: input.materialNote ?? row.materialNote,
      ...state,
      ...dates,
      placement: moved || (dates.pinned && !row.pinned) ? placementAt(dates) : row.placement,
    },
    dependencies,
  }
}
