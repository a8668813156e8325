import type { Shift, ShiftInput } from '#contract/shifts.ts'
import type { TenantContext } from '../../context.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { diffFields } from '../history/diff-fields.ts'
import { changedStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { sentFields } from '../history/sent-fields.ts'
import { requireDistinctStarts, requireFreeName } from './check-shift.ts'
import { lockShift, presentShift, shiftFields, thisShift } from './shift-fields.ts'
import { shiftUse } from './shift-use.ts'

export interface ChangeShiftInput {
  readonly shiftId: string
  readonly input: Partial<ShiftInput>
  readonly expectedVersion: number | null
}

/** Changes the fields of a shift pattern that were sent. 404, 409 (name in use), 412. */
export const changeShift = (
  ctx: TenantContext,
  { shiftId, input, expectedVersion }: ChangeShiftInput,
): Promise<Shift> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockShift(ctx, tx, shiftId), expectedVersion)
    requireDistinctStarts(input.versions)
    if (input.name !== undefined) await requireFreeName(ctx, tx, input.name, shiftId)
    const [after] = await tx
      .update(shifts)
      .set({ ...sentFields(input), ...changedStamp(ctx, before) })
      .where(thisShift(ctx, shiftId))
      .returning()
    if (!after) throw new Error('A locked shift pattern vanished')
    const changes = diffFields(shiftFields(before), shiftFields(after))
    if (changes.length > 0) record.history({ entity: 'shift', entityId: shiftId, action: 'update', changes })
    record.changed('shifts', { id: shiftId, version: after.version })
    if (changes.some(({ field }) => field === 'versions')) {
      const { workCentres, isDefault } = await shiftUse(ctx, tx, shiftId)
      if (workCentres > 0 || isDefault) record.workingTimeChanged('shift', after.name)
      else record.planChanged()
    }
    return presentShift(after)
  })
