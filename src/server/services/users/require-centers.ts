import { and, eq, inArray } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { ValidationError } from '../../errors.ts'

/**
 * Returns the ids that are not work centers or pools of the organization. Call it before writing users, because that
 * path cannot read them.
 */
export const missingCenters = async (
  ctx: TenantContext,
  workCenterIds: readonly string[] | null | undefined,
): Promise<readonly string[]> => {
  const ids = [...new Set(workCenterIds ?? [])]
  if (ids.length === 0) return []
  const { categoryId, tenantId } = categories
  const found = await readTenant(ctx, (tx) =>
    tx
      .select({ categoryId })
      .from(categories)
      .where(and(eq(tenantId, ctx.tenantId), inArray(categoryId, ids))),
  )
  const own = new Set(found.map((row) => row.categoryId))
  return ids.filter((id) => !own.has(id))
}

/** 400 when a limit names a missing work center, unless it did so `before`: those that were removed since may stay in it. */
export const requireCenters = (missing: readonly string[], before: readonly string[] | null = null): void => {
  if (missing.every((id) => before?.includes(id))) return
  const message = 'A chosen work center is not in this organization any more. Choose the work centers again.'
  throw new ValidationError([{ path: 'workCenterIds', message }])
}
