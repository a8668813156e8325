import { and, eq } from 'drizzle-orm'
import { z } from 'zod/mini'
import {
  DependencyLagHours,
  DependencyLagUnits,
  DependencyMaxLagHours,
  DependencyOverlapPercent,
} from '#contract/operations.ts'
import type { RecordFields } from '#domain/changes/reverse-change.ts'
import { dateFields } from '#domain/operations/fields.ts'
import { isAmong } from '../../../db/among.ts'
import { operationDependencies, operations } from '../../../db/tables/operations.table.ts'
import { blankOperation } from '../../operations/edit-operation.ts'
import {
  keptOperationFields,
  type LinkedOperation,
  linkFields,
  type OperationRow,
  removedOperation,
} from '../../operations/operation-fields.ts'
import { forgetMoves } from '../../operations/place-by-hand.ts'
import { selectOperations } from '../../operations/read-operations.ts'
import { recordLostSnoozes } from '../../operations/remove-operation.ts'
import { storeOperations } from '../../operations/store-operations.ts'
import { asColumns } from '../../records/record-fields.ts'
import type { HistoryLine } from '../../records/store-history.ts'
import { recordLostIntervals } from '../../work-time/store-intervals.ts'
import type { Kind, Present, Target } from './kind.ts'
import { remadeStamp } from './table-kind.ts'

interface PresentOperation extends Present {
  readonly operation: LinkedOperation
}

const operationOf = (target: Target): LinkedOperation | null =>
  (target.present as PresentOperation | null)?.operation ?? null

const withFields = ({ row, dependencies }: LinkedOperation, fields: RecordFields): LinkedOperation => {
  const { dependencies: predecessors, version, createdAt, ...others } = fields
  const { dependencyLagHours, dependencyLagUnits, dependencyMaxLagHours, dependencyOverlapPercent, ...rest } = others
  const stored = { ...linkFields(dependencies), ...fields }
  const lags = z.nullish(DependencyLagHours).parse(stored.dependencyLagHours)
  const longest = z.nullish(DependencyMaxLagHours).parse(stored.dependencyMaxLagHours)
  const overlaps = z.nullish(DependencyOverlapPercent).parse(stored.dependencyOverlapPercent)
  const units = z.nullish(DependencyLagUnits).parse(stored.dependencyLagUnits)
  const ids = (predecessors ?? dependencies.map(({ predecessorId }) => predecessorId)) as string[]
  return {
    row: { ...row, ...asColumns(rest, dateFields) } as OperationRow,
    dependencies: ids.map((predecessorId) => ({
      predecessorId,
      lagHours: lags?.[predecessorId] ?? 0,
      lagUnit: units?.[predecessorId] ?? 'working',
      maxLagHours: longest?.[predecessorId] ?? null,
      overlapPercent: overlaps?.[predecessorId] ?? null,
    })),
  }
}

/** History lines for removing an operation; null if it no longer exists. */
export const removalLine = (target: Target): HistoryLine | null => {
  const removed = operationOf(target)
  if (!removed) return null
  const { operationId, projectId } = removed.row
  const changes = removedOperation(removed)
  return { entity: 'operation', entityId: operationId, projectId, action: 'delete', changes }
}

export const operationKind: Kind = {
  load: async ({ ctx, tx }, changes) => {
    const projectIds = [...new Set(changes.flatMap(({ projectId }) => projectId ?? []))]
    if (projectIds.length === 0) return new Map()
    const ids = changes.map(({ entityId }) => entityId)
    const found = await selectOperations(ctx, tx, projectIds, ids)
    return new Map(
      found.map((operation): [string, PresentOperation] => [
        operation.row.operationId,
        {
          operation,
          fields: keptOperationFields(operation),
          name: operation.row.name,
          modifiedBy: operation.row.modifiedBy,
        },
      ]),
    )
  },
  store: async (write, targets) => {
    const { ctx, tx } = write
    const remade = targets.filter(({ present }) => !present).map(({ change }) => change.entityId)
    if (remade.length > 0) await forgetMoves(ctx, tx, remade)
    const writes = targets.map((target) => {
      const { change, reversal } = target
      const before = operationOf(target)
      if (before) return { before, after: withFields(before, reversal.fields) }
      const made = withFields(blankOperation(ctx, change.projectId ?? '', change.entityId, 0), reversal.fields)
      const row = { ...made.row, ...remadeStamp(ctx, reversal.fields) }
      return { before: null, after: { ...made, row } }
    })
    await storeOperations(write, writes)
  },
  remove: async (write, targets) => {
    const { ctx, tx, record } = write
    const ids = targets.map(({ change }) => change.entityId)
    await recordLostSnoozes(write, { operationIds: ids })
    await recordLostIntervals(write, { operationIds: ids })
    // The cascade would look for the dependencies of each operation by itself.
    const linked = isAmong(operationDependencies.operationId, ids)
    await tx.delete(operationDependencies).where(and(eq(operationDependencies.tenantId, ctx.tenantId), linked))
    await tx.delete(operations).where(and(eq(operations.tenantId, ctx.tenantId), isAmong(operations.operationId, ids)))
    for (const target of targets) {
      const line = removalLine(target)
      if (!line) continue
      record.history(line)
      record.changed('operations', { id: line.entityId, projectId: line.projectId ?? undefined })
    }
  },
}
