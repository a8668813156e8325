import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Dependency } from '#domain/operations/merge-dependencies.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationForecasts } from '../../db/tables/forecasts.table.ts'
import { operationDependencies, operations } from '../../db/tables/operations.table.ts'
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
  const [rows, links, forecasts] = await Promise.all([
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
    tx
      .select(getTableColumns(operationForecasts))
      .from(operationForecasts)
      .innerJoin(
        operations,
        and(
          eq(operations.tenantId, operationForecasts.tenantId),
          eq(operations.operationId, operationForecasts.operationId),
        ),
      )
      .where(
        and(
          eq(operationForecasts.tenantId, ctx.tenantId),
          inArray(operations.projectId, ids),
          only && inArray(operationForecasts.operationId, only),
        ),
      ),
  ])
  const byOperation = new Map<string, Dependency[]>()
  for (const { operationId, predecessorId, lagHours } of links) {
    const list = byOperation.get(operationId) ?? []
    byOperation.set(operationId, [...list, { predecessorId, lagHours }])
  }
  const forecastOf = new Map(forecasts.map((forecast) => [forecast.operationId, forecast]))
  return rows.map((row) => ({
    row,
    dependencies: byOperation.get(row.operationId) ?? [],
    forecast: forecastOf.get(row.operationId) ?? null,
  }))
}
