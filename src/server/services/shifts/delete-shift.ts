import { and, count, eq } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { categories } from '../../db/tables/categories.table.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { ConflictError } from '../../errors.ts'
import { diffFields } from '../history/diff-fields.ts'
import { counted } from '../history/plural.ts'
import { requireVersion } from '../history/require-version.ts'
import { lockShift, shiftFields, thisShift } from './shift-fields.ts'

/** Deletes a shift pattern; 409 while work centres or the organisation use it. */
export const deleteShift = (ctx: TenantContext, { shiftId }: { shiftId: string }): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockShift(ctx, tx, shiftId))
    const [used] = await tx
      .select({ count: count() })
      .from(categories)
      .where(and(eq(categories.tenantId, ctx.tenantId), eq(categories.shiftId, shiftId)))
    const standard = await tx
      .select({ tenantId: tenants.tenantId })
      .from(tenants)
      .where(and(eq(tenants.tenantId, ctx.tenantId), eq(tenants.defaultShiftId, shiftId)))
    const users = [
      ...(used && used.count > 0 ? [counted(used.count, 'work centre')] : []),
      ...(standard.length > 0 ? ['the organisation as its default'] : []),
    ]
    if (users.length > 0) {
      throw new ConflictError(`${before.name} cannot be deleted: it is used by ${users.join(' and ')}.`)
    }
    await tx.delete(shifts).where(thisShift(ctx, shiftId))
    const changes = diffFields(shiftFields(before), null)
    record.history({ entity: 'shift', entityId: shiftId, action: 'delete', changes })
    record.changed('shifts', { id: shiftId })
  })
