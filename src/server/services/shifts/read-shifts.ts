import { and, asc, count, eq } from 'drizzle-orm'
import type { Shift } from '#contract/shifts.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { presentStamp } from '../records/record-fields.ts'

type ShiftRow = typeof shifts.$inferSelect

/** The stored fields of a shift pattern in wire names. */
export const shiftFields = ({ name, description, versions }: ShiftRow) => ({ name, description, versions })

/** A shift pattern as the contract shows it. */
export const presentShift = (row: ShiftRow): Shift => ({
  shiftId: row.shiftId,
  ...shiftFields(row),
  ...presentStamp(row),
})

export const thisShift = (ctx: TenantContext, shiftId: string) =>
  and(eq(shifts.tenantId, ctx.tenantId), eq(shifts.shiftId, shiftId))

/** The row with this id, locked until the transaction ends. */
export const lockShift = async (ctx: TenantContext, tx: Tx, shiftId: string): Promise<ShiftRow | undefined> => {
  const [row] = await tx.select().from(shifts).where(thisShift(ctx, shiftId)).for('update')
  return row
}

/** The shift patterns of the organization, by name. */
export const listShifts = async (ctx: TenantContext): Promise<Shift[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx.select().from(shifts).where(eq(shifts.tenantId, ctx.tenantId)).orderBy(asc(shifts.name)),
  )
  return rows.map(presentShift)
}

/** The users of a shift pattern: the number of work centers, and whether it is the default of the organization. */
export const shiftUse = async (
  ctx: TenantContext,
  tx: Tx,
  shiftId: string,
): Promise<{ workCenters: number; isDefault: boolean }> => {
  const [used] = await tx
    .select({ count: count() })
    .from(categories)
    .where(and(eq(categories.tenantId, ctx.tenantId), eq(categories.shiftId, shiftId)))
  const standard = await tx
    .select({ tenantId: tenants.tenantId })
    .from(tenants)
    .where(and(eq(tenants.tenantId, ctx.tenantId), eq(tenants.defaultShiftId, shiftId)))
  return { workCenters: used?.count ?? 0, isDefault: standard.length > 0 }
}
