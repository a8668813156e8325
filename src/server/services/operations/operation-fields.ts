import type { Operation } from '#contract/operations.ts'
import { fieldsOfKind, type OperationFieldName, operationFieldNames } from '#domain/operations/fields.ts'
import type { Dependency } from '#domain/operations/merge-dependencies.ts'
import { shownEnd } from '#domain/operations/shown-end.ts'
import type { plannedOperations } from '../../db/tables/planned-operations.ts'
import { type ForecastRow, presentOutlook, type StoredOdds } from '../forecasts/present-outlook.ts'
import { diffFields, isoOrNull, keptStamp, presentRow, presentStamp } from '../records/record-fields.ts'

export type OperationRow = typeof plannedOperations.$inferSelect

/** An operation with its dependencies. */
export interface LinkedOperation {
  readonly row: OperationRow
  readonly dependencies: readonly Dependency[]
  /** Its last computed forecast. */
  readonly forecast?: ForecastRow | null
  readonly odds?: StoredOdds | null
}

/** The dependencies, with their lags and overlaps by predecessor, as answers and history hold them: without what is 0, in working hours or null. */
export const linkFields = (dependencies: readonly Dependency[]) => {
  const lagged = dependencies.filter(({ lagHours }) => lagHours > 0)
  const limited = dependencies.filter(({ maxLagHours }) => maxLagHours !== null)
  const overlapping = dependencies.filter(({ overlapPercent }) => overlapPercent !== null)
  const byTheClock = dependencies.filter(({ lagUnit }) => lagUnit === 'calendar')
  return {
    dependencies: dependencies.map(({ predecessorId }) => predecessorId),
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

type LinkFields = ReturnType<typeof linkFields>

/** The stored value of a field; undefined = its values are in the dependencies. */
export const storedValue = (
  row: Readonly<Partial<Record<OperationFieldName, unknown>>>,
  name: OperationFieldName,
): unknown => row[name]

const linkKinds = ['links', 'linkHours', 'linkShares', 'linkUnits'] as const
const keptApart: readonly OperationFieldName[] = ['placement', 'externalId', ...fieldsOfKind(...linkKinds)]
type OwnFields = Omit<Operation, Exclude<keyof Operation, OperationFieldName> | 'placement' | keyof LinkFields>
const ownFields = operationFieldNames.filter((name) => !keptApart.includes(name))

/** The stored fields of an operation in wire names, for answers and for the comparison in history. */
export const presentFields = ({ row, dependencies }: LinkedOperation): OwnFields & LinkFields => ({
  ...presentRow<OwnFields>(row, ownFields),
  ...linkFields(dependencies),
})

/** The fields that history stores of an operation: also the reasons for its dates and its external id, so that undo restores them. */
export const keptOperationFields = (operation: LinkedOperation) => ({
  ...presentFields(operation),
  placement: operation.row.placement,
  externalId: operation.row.externalId,
})

/** The fields that history stores of a removed operation. */
export const removedOperation = (operation: LinkedOperation) =>
  diffFields({ ...keptOperationFields(operation), ...keptStamp(operation.row) }, null)

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
  const { row, dependencies, forecast, odds = null } = operation
  return {
    projectId: row.projectId,
    operationId: row.operationId,
    ...presentFields(operation),
    startDate: isoOrNull(row.actualStartDate ?? row.scheduledStartDate),
    endDate: isoOrNull(shownEndOf(row)),
    dependsOnOperationId: dependencies[0]?.predecessorId ?? null,
    placement: row.placement,
    outlook: forecast ? presentOutlook(forecast, odds) : null,
    ...presentStamp(row),
  }
}
