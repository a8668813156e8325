import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
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

/** 400 when the organization does not have this work center. Accepts null and undefined. */
export const requireCategory = async (
  ctx: TenantContext,
  tx: Tx,
  categoryId: string | null | undefined,
  path = 'categoryId',
): Promise<void> => {
  if (!categoryId) return
  const found = await tx
    .select({ categoryId: categories.categoryId })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), eq(categories.categoryId, categoryId)))
  if (found.length === 0) {
    throw new ValidationError([{ path, message: 'Not a work center of this organization' }])
  }
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
