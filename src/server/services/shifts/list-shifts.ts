import { asc, eq } from 'drizzle-orm'
import type { Shift } from '#contract/shifts.ts'
import type { TenantContext } from '../../context.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentShift } from './shift-fields.ts'

/** The shift patterns of the organisation, by name. */
export const listShifts = async (ctx: TenantContext): Promise<Shift[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx.select().from(shifts).where(eq(shifts.tenantId, ctx.tenantId)).orderBy(asc(shifts.name)),
  )
  return rows.map(presentShift)
}
