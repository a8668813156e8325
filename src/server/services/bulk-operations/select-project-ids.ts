import { and, eq, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operations } from '../../db/tables/operations.table.ts'
import type { TargetRow } from './bulk-target.ts'

/** The projects that the operations belong to. */
export const selectProjectIds = async (ctx: TenantContext, tx: Tx, wanted: readonly TargetRow[]): Promise<string[]> => {
  const ids = wanted.map(({ operationId }) => operationId)
  const rows = await tx
    .selectDistinct({ projectId: operations.projectId })
    .from(operations)
    .where(and(eq(operations.tenantId, ctx.tenantId), sql`${operations.operationId} = any(${sql.param(ids)}::uuid[])`))
  return rows.map(({ projectId }) => projectId)
}
