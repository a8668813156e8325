import type { OperationInput } from '#contract/operations.ts'
import type { Placement } from '#contract/placement.ts'
import { applyOperationChange } from '#domain/operations/apply-operation-change.ts'
import {
  blankValue,
  dateFields,
  type OperationFieldName,
  operationFieldNames,
  operationFields,
} from '#domain/operations/fields.ts'
import { lagProblem, mergeDependencies } from '#domain/operations/merge-dependencies.ts'
import { reschedule, type ScheduledDates } from '#domain/operations/reschedule.ts'
import { keepOriginals, originalHoursAt, runAt } from '#domain/operations/run-at.ts'
import { applySetupChange } from '#domain/operations/setup-hours.ts'
import { recordOf } from '#domain/record-of.ts'
import type { TenantContext } from '../../context.ts'
import { RuleError, ValidationError } from '../../errors.ts'
import { asColumns, createdStamp, sentDate, sentFields } from '../records/record-fields.ts'
import type { LinkedOperation } from './operation-fields.ts'

/** Title of an operation without a given title (specification 9). */
const unnamedOperation = 'Unnamed Operation'

type Row = LinkedOperation['row']

const nothingSaid = recordOf(operationFieldNames, blankValue) as Pick<Row, Extract<keyof Row, OperationFieldName>>

/** A new operation before any of its fields is set. */
export const blankOperation = (
  ctx: TenantContext,
  projectId: string,
  operationId: string,
  sequence: number,
): LinkedOperation => ({
  row: {
    ...nothingSaid,
    tenantId: ctx.tenantId,
    operationId,
    projectId,
    name: unnamedOperation,
    status: 'Pending',
    durationHours: 0,
    sequence,
    externalId: null,
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

/** An operation's work center, hours and alternatives after applying `input`. 400 if one work center is named twice. */
const changedCenters = (row: LinkedOperation['row'], input: OperationInput) => {
  const { categoryId: wanted, alternatives: sent } = input
  const placed = wanted !== undefined && sent === undefined ? runAt(row, wanted) : row
  const categoryId = wanted === undefined ? placed.categoryId : wanted
  // A work center that the operation is given by hand is no longer one where it may run as well.
  const alternatives = sent
    ? keepOriginals(row, sent)
    : placed.alternatives.filter((other) => other.categoryId !== categoryId)
  const named = [categoryId, ...alternatives.map((other) => other.categoryId)]
  if (new Set(named).size < named.length) {
    throw new ValidationError([{ path: 'alternatives', message: 'Name each work center once' }])
  }
  if (categoryId === null && sent !== undefined && sent.length > 0) {
    throw new ValidationError([{ path: 'alternatives', message: 'Choose a work center first' }])
  }
  return {
    categoryId,
    alternatives: categoryId === null ? [] : alternatives,
    durationHours: input.durationHours ?? placed.durationHours,
    categoryFixed: input.categoryFixed ?? row.categoryFixed,
  }
}

const plainNames: ReadonlySet<string> = new Set(operationFieldNames.filter((name) => operationFields[name].isPlain))

/** Columns that store the sent value unchanged. */
const plainFields = (input: OperationInput): Partial<LinkedOperation['row']> => {
  const sent = Object.entries(sentFields(input)).filter(([name]) => plainNames.has(name))
  return asColumns(Object.fromEntries(sent), dateFields)
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
        progressPercentage: input.progressPercentage,
        onHold: input.onHold,
        actualStartDate: sentDate(input.actualStartDate),
        actualEndDate: sentDate(input.actualEndDate),
      },
      now,
    ),
  )
  const { dates: planned, moved } = agreed(
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
  const work = changedCenters(row, input)
  const { hours } = agreed(applySetupChange(row, { ...input, durationHours: work.durationHours }))
  if (work.alternatives.length > 0 && (hours.setupHours ?? hours.hoursPerPiece) !== null) {
    throw new RuleError('An operation with setup hours or hours per piece runs at one work center only.')
  }
  const dependencies = mergeDependencies(before.dependencies, input, mode)
  const problem = lagProblem(dependencies, input)
  if (problem) throw new ValidationError([problem])
  return {
    row: {
      ...row,
      name: input.name === undefined ? row.name : input.name || unnamedOperation,
      ...plainFields(input),
      ...work,
      ...hours,
      originalHours:
        input.originalHours === undefined
          ? originalHoursAt(row, { categoryId: work.categoryId, durationHours: hours.durationHours })
          : input.originalHours,
      ...state,
      holdReason: state.onHold ? (input.holdReason ?? row.holdReason) : '',
      ...planned,
      placement: moved || (planned.pinned && !row.pinned) ? placementAt(planned) : row.placement,
    },
    dependencies,
  }
}
