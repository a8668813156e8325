import type { TenantContext } from '../../context.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { ConflictError } from '../../errors.ts'
import { diffFields } from '../history/diff-fields.ts'
import { counted } from '../history/plural.ts'
import { keptStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { lockShift, shiftFields, thisShift } from './shift-fields.ts'
import { shiftUse } from './shift-use.ts'

/** Deletes a shift pattern; 409 while work centres or the organisation use it. */
export const deleteShift = (ctx: TenantContext, { shiftId }: { shiftId: string }): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockShift(ctx, tx, shiftId))
    const { workCentres, isDefault } = await shiftUse(ctx, tx, shiftId)
    const users = [
      ...(workCentres > 0 ? [counted(workCentres, 'work center')] : []),
      ...(isDefault ? ['the organization as its default'] : []),
    ]
    if (users.length > 0) {
      throw new ConflictError(`${before.name} cannot be deleted: it is used by ${users.join(' and ')}.`)
    }
    await tx.delete(shifts).where(thisShift(ctx, shiftId))
    const changes = diffFields({ ...shiftFields(before), ...keptStamp(before) }, null)
    record.history({ entity: 'shift', entityId: shiftId, action: 'delete', changes })
    record.changed('shifts', { id: shiftId })
  })
