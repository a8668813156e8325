import type { Operation } from '#contract/operations.ts'
import type { Dependency } from '#domain/operations/merge-dependencies.ts'
import { shownEnd } from '#domain/operations/shown-end.ts'
import type { plannedOperations } from '../../db/tables/planned-operations.ts'
import { type ForecastRow, presentOutlook } from '../forecasts/present-outlook.ts'
import { diffFields, isoOrNull, keptStamp, presentStamp } from '../records/record-fields.ts'

export type OperationRow = typeof plannedOperations.$inferSelect

/** An operation with its dependencies. */
export interface LinkedOperation {
  readonly row: OperationRow
  readonly dependencies: readonly Dependency[]
  /** Its last computed forecast. */
  readonly forecast?: ForecastRow | null
}

/** The lags and overlaps of the dependencies by predecessor, as answers and history hold them: without what is 0, in working hours or null. */
export const lagFields = (dependencies: readonly Dependency[]) => {
  const lagged = dependencies.filter(({ lagHours }) => lagHours > 0)
  const limited = dependencies.filter(({ maxLagHours }) => maxLagHours !== null)
  const overlapping = dependencies.filter(({ overlapPercent }) => overlapPercent !== null)
  const byTheClock = dependencies.filter(({ lagUnit }) => lagUnit === 'calendar')
  return {
    dependencyLagHours: Object.fromEntries(lagged.map(({ predecessorId, lagHours }) => [predecessorId, lagHours])),
    dependencyLagUnits: Object.fromEntries(byTheClock.map(({ predecessorId, lagUnit }) => [predecessorId, lagUnit])),
    dependencyMaxLagHours: Object.fromEntries(
      limited.map(({ predecessorId, maxLagHours }) => [predecessorId, maxLagHours]),
    ),
    dependencyOverlapPercent: Object.fromEntries(
      overlapping.map(({ predecessorId, overlapPercent }) => [predecessorId, overlapPercent]),
    ),
  }
}

/** The stored fields of an operation in wire names, for answers and for the comparison in history. */
export const operationFields = ({ row, dependencies }: LinkedOperation) =>
  ({
    name: row.name,
    description: row.description,
    status: row.status,
    progressPercentage: row.progressPercent,
    durationHours: row.durationHours,
    scheduledStartDate: isoOrNull(row.scheduledStartDate),
    scheduledEndDate: isoOrNull(row.scheduledEndDate),
    actualStartDate: isoOrNull(row.actualStartDate),
    actualEndDate: isoOrNull(row.actualEndDate),
    categoryId: row.categoryId,
    poolId: row.poolId,
    alternatives: [...row.alternatives],
    categoryFixed: row.categoryFixed,
    sequence: row.sequence,
    onHold: row.onHold,
    holdReason: row.holdReason,
    pinned: row.pinned,
    notes: row.notes,
    materialReadyDate: isoOrNull(row.materialReadyDate),
    materialNote: row.materialNote,
    setupHours: row.setupHours,
    hoursPerPiece: row.hoursPerPiece,
    quantity: row.quantity,
    setupFamily: row.setupFamily,
    dependencies: dependencies.map(({ predecessorId }) => predecessorId),
    ...lagFields(dependencies),
  }) satisfies Partial<Operation>

/** The fields that history stores of an operation: also the reasons for its dates and its external id, so that undo restores them. */
export const keptOperationFields = (operation: LinkedOperation) => ({
  ...operationFields(operation),
  placement: operation.row.placement,
  externalId: operation.row.externalId,
})

/** What history keeps of an operation that is removed. */
export const removedOperation = (operation: LinkedOperation) =>
  diffFields({ ...keptOperationFields(operation), ...keptStamp(operation.row) }, null)

/** Fields that no scheduling run reads. */
const wordsOnly: ReadonlySet<string> = new Set([
  'name',
  'description',
  'notes',
  'materialNote',
  'holdReason',
  'placement',
  'externalId',
])

/** Whether these changes make an earlier run out of date. */
export const touchesPlan = (changes: readonly { readonly field: string }[]): boolean =>
  changes.some(({ field }) => !wordsOnly.has(field))

const shownEndOf = ({ actualStartDate, actualEndDate, scheduledEndDate }: OperationRow): Date | null => {
  const ms = (date: Date | null): number | null => date?.getTime() ?? null
  const endMs = shownEnd({
    actualStart: ms(actualStartDate),
    actualEnd: ms(actualEndDate),
    scheduledEnd: ms(scheduledEndDate),
  })
  return endMs === null ? null : new Date(endMs)
}

/** An operation as the contract shows it. */
export const presentOperation = (operation: LinkedOperation): Operation => {
  const { row, dependencies, forecast } = operation
  return {
    projectId: row.projectId,
    operationId: row.operationId,
    ...operationFields(operation),
    startDate: isoOrNull(row.actualStartDate ?? row.scheduledStartDate),
    endDate: isoOrNull(shownEndOf(row)),
    dependsOnOperationId: dependencies[0]?.predecessorId ?? null,
    placement: row.placement,
    outlook: forecast ? presentOutlook(forecast) : null,
    ...presentStamp(row),
  }
}
