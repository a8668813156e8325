import { asc, eq } from 'drizzle-orm'
import type { Category } from '#contract/categories.ts'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentCategory } from './category-fields.ts'

/** The work centres of the organisation, by sequence, then name. */
export const listCategories = async (ctx: TenantContext): Promise<Category[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx
      .select()
      .from(categories)
      .where(eq(categories.tenantId, ctx.tenantId))
      .orderBy(asc(categories.sequence), asc(categories.name)),
  )
  return rows.map(presentCategory)
}
