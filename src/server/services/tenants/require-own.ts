import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { CategoryKind } from '#contract/vocabulary.ts'
import { isOutside, outsideRefusal } from '#domain/categories/category-kind.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { ConflictError, ValidationError } from '../../errors.ts'

/** 400 when the organization does not have this shift pattern. Accepts null and undefined. */
export const requireShift = async (
  ctx: TenantContext,
  tx: Tx,
  shiftId: string | null | undefined,
  path = 'shiftId',
): Promise<void> => {
  if (!shiftId) return
  const found = await tx
    .select({ shiftId: shifts.shiftId })
    .from(shifts)
    .where(and(eq(shifts.tenantId, ctx.tenantId), eq(shifts.shiftId, shiftId)))
  if (found.length === 0) throw new ValidationError([{ path, message: 'Not a shift pattern of this organization' }])
}

/** The work center, or 400 when the organization does not have it. Accepts null and undefined. */
const requireCategory = async (
  ctx: TenantContext,
  tx: Tx,
  categoryId: string | null | undefined,
  path = 'categoryId',
): Promise<{ kind: CategoryKind } | null> => {
  if (!categoryId) return null
  const [found] = await tx
    .select({ kind: categories.kind })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), eq(categories.categoryId, categoryId)))
  if (!found) throw new ValidationError([{ path, message: 'Not a work center of this organization' }])
  return found
}

/** The same, and 400 when its work is done outside, where no working time and no capacity count. */
export const requireInside = async (ctx: TenantContext, tx: Tx, categoryId: string | null | undefined) => {
  const found = await requireCategory(ctx, tx, categoryId)
  if (found && isOutside(found)) throw new ValidationError([{ path: 'categoryId', message: outsideRefusal }])
}

/** 409 with the `refusal` when a row of the table matches: another record already has the name. */
export const requireNoOther = async (
  tx: Tx,
  table: PgTable,
  { where, refusal }: { where: SQL | undefined; refusal: string },
): Promise<void> => {
  const others = await tx.select({ one: sql`1` }).from(table).where(where).limit(1)
  if (others.length > 0) throw new ConflictError(refusal)
}
