import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Dependency } from '#domain/operations/merge-dependencies.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationDependencies } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import type { LinkedOperation } from './operation-fields.ts'

/**
 * Operations of some projects (or those of `operationIds` in them) with their dependencies, by project and sequence:
 * two statements whatever their number.
 */
export const selectOperations = async (
  ctx: TenantContext,
  tx: Tx,
  projectIds: readonly string[],
  operationIds?: readonly string[],
): Promise<LinkedOperation[]> => {
  const ids = [...projectIds]
  const only = operationIds && [...operationIds]
  const [rows, links] = await Promise.all([
    tx
      .select(getTableColumns(plannedOperations))
      .from(operationsInForce(ctx.tenantId, 'few'))
      .where(
        and(
          eq(plannedOperations.tenantId, ctx.tenantId),
          inArray(plannedOperations.projectId, ids),
          only && inArray(plannedOperations.operationId, only),
        ),
      )
      .orderBy(asc(plannedOperations.projectId), asc(plannedOperations.sequence), asc(plannedOperations.operationId)),
    tx
      .select()
      .from(operationDependencies)
      .where(
        and(
          eq(operationDependencies.tenantId, ctx.tenantId),
          inArray(operationDependencies.projectId, ids),
          only && inArray(operationDependencies.operationId, only),
        ),
      )
      .orderBy(asc(operationDependencies.position), asc(operationDependencies.predecessorId)),
  ])
  const byOperation = new Map<string, Dependency[]>()
  for (const { operationId, predecessorId, lagHours } of links) {
    const list = byOperation.get(operationId) ?? []
    byOperation.set(operationId, [...list, { predecessorId, lagHours }])
  }
  return rows.map((row) => ({ row, dependencies: byOperation.get(row.operationId) ?? [] }))
}
