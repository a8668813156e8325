import { and, eq } from 'drizzle-orm'
import type { Shift } from '#contract/shifts.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { presentStamp } from '../history/record-stamp.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'

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
  await lockOrganisation(ctx, tx)
  const [row] = await tx.select().from(shifts).where(thisShift(ctx, shiftId)).for('update')
  return row
}
