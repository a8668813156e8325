import { and, eq } from 'drizzle-orm'
import type { Category } from '#contract/categories.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { presentStamp } from '../history/record-stamp.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'

type CategoryRow = typeof categories.$inferSelect

/** The stored fields of a work centre in wire names. */
export const categoryFields = ({ name, color, capacity, shiftId, sequence }: CategoryRow) => ({
  name,
  color,
  capacity,
  shiftId,
  sequence,
})

/** A work centre as the contract shows it. */
export const presentCategory = (row: CategoryRow): Category => ({
  categoryId: row.categoryId,
  ...categoryFields(row),
  ...presentStamp(row),
})

/** The row with this id, locked until the transaction ends. */
export const lockCategory = async (
  ctx: TenantContext,
  tx: Tx,
  categoryId: string,
): Promise<CategoryRow | undefined> => {
  await lockOrganisation(ctx, tx)
  const [row] = await tx.select().from(categories).where(thisCategory(ctx, categoryId)).for('update')
  return row
}

export const thisCategory = (ctx: TenantContext, categoryId: string) =>
  and(eq(categories.tenantId, ctx.tenantId), eq(categories.categoryId, categoryId))
