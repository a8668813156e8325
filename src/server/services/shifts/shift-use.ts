import { and, count, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'

/** Who works by a shift pattern: how many work centres, and whether the organisation does by default. */
export const shiftUse = async (
  ctx: TenantContext,
  tx: Tx,
  shiftId: string,
): Promise<{ workCentres: number; isDefault: boolean }> => {
  const [used] = await tx
    .select({ count: count() })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), eq(categories.shiftId, shiftId)))
  const standard = await tx
    .select({ tenantId: tenants.tenantId })
    .from(tenants)
    .where(and(eq(tenants.tenantId, ctx.tenantId), eq(tenants.defaultShiftId, shiftId)))
  return { workCentres: used?.count ?? 0, isDefault: standard.length > 0 }
}
