import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { readTenant } from '../../db/transaction.ts'

/** How many operations use each work centre. */
export const listCategoryUsage = async (ctx: TenantContext): Promise<{ categoryId: string; operations: number }[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx
      .select({ categoryId: operations.categoryId, operations: count() })
      .from(operations)
      .where(and(eq(operations.tenantId, ctx.tenantId), isNotNull(operations.categoryId)))
      .groupBy(operations.categoryId),
  )
  return rows.flatMap(({ categoryId, operations: used }) => (categoryId ? [{ categoryId, operations: used }] : []))
}
