import { sql } from 'drizzle-orm'
import type { Dependency } from '#domain/operations/merge-dependencies.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTableRows } from '../../db/rows-as-json.ts'
import { operationDependencies } from '../../db/tables/operations.table.ts'
import { plannedOperations } from '../../db/tables/planned-operations.ts'
import { linksOfIds, operationsOfIds } from '../forecasts/operations-of-ids.ts'
import type { LinkedOperation } from '../operations/operation-fields.ts'

/** The operations of these ids that are there, with their dependencies: each looked up by its key, whatever their number. */
export const selectBulkOperations = async (
  ctx: TenantContext,
  tx: Tx,
  ids: readonly string[],
): Promise<LinkedOperation[]> => {
  const rows = await readTableRows(tx, plannedOperations, operationsOfIds(ctx.tenantId, ids))
  const links = await readTableRows(
    tx,
    operationDependencies,
    sql`(select * from ${linksOfIds(ctx.tenantId, ids)} order by position, predecessor_id) l`,
  )
  const byOperation = new Map<string, Dependency[]>()
  for (const { operationId, predecessorId, lagHours } of links) {
    const list = byOperation.get(operationId) ?? []
    list.push({ predecessorId, lagHours })
    byOperation.set(operationId, list)
  }
  return rows.map((row) => ({ row, dependencies: byOperation.get(row.operationId) ?? [] }))
}
