import type { TenantContext } from '../../context.ts'
import { holidays } from '../../db/tables/holidays.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { keptStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { holidayFields, lockHoliday, thisHoliday } from './holiday-fields.ts'

/** Deletes a holiday: the day is worked again. */
export const deleteHoliday = (ctx: TenantContext, { holidayId }: { holidayId: string }): Promise<void> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockHoliday(ctx, tx, holidayId))
    await tx.delete(holidays).where(thisHoliday(ctx, holidayId))
    const changes = diffFields({ ...holidayFields(before), ...keptStamp(before) }, null)
    record.history({ entity: 'holiday', entityId: holidayId, action: 'delete', changes })
    record.changed('holidays', { id: holidayId })
    record.workingTimeChanged('holiday', before.name)
  })
