import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

/** What only the rows on screen need, fresh from the table. */
export const readDetails = async (tx: Tx, tenantId: string, operationIds: readonly string[]) => {
  if (operationIds.length === 0) return new Map<string, never>()
  const rows = await tx
    .select({
      operationId: operations.operationId,
      name: operations.name,
      status: operations.status,
      progressPercent: operations.progressPercent,
      durationHours: operations.durationHours,
      sequence: operations.sequence,
      onHold: operations.onHold,
      pinned: operations.pinned,
      scheduledStartDate: operations.scheduledStartDate,
      scheduledEndDate: operations.scheduledEndDate,
      actualStartDate: operations.actualStartDate,
      actualEndDate: operations.actualEndDate,
      notes: operations.notes,
      placement: operations.placement,
      version: operations.version,
    })
    .from(operationsInForce(tenantId))
    .where(and(eq(operations.tenantId, tenantId), inArray(operations.operationId, [...operationIds])))
  return new Map(rows.map((row) => [row.operationId, row]))
}

export type OperationDetails =
  Awaited<ReturnType<typeof readDetails>> extends ReadonlyMap<string, infer Row> ? Row : never
