import { type Holiday, HolidayInput } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { holidays } from '../../db/tables/holidays.table.ts'
import { writeTenant } from '../../db/transaction.ts'
import { ValidationError } from '../../errors.ts'
import { requireCategory } from '../categories/check-category.ts'
import { diffFields } from '../history/diff-fields.ts'
import { changedStamp } from '../history/record-stamp.ts'
import { requireVersion } from '../history/require-version.ts'
import { sentFields } from '../history/sent-fields.ts'
import { holidayFields, lockHoliday, presentHoliday, thisHoliday } from './holiday-fields.ts'

export interface ChangeHolidayInput {
  readonly holidayId: string
  readonly input: Partial<HolidayInput>
  readonly expectedVersion: number | null
}

/** Changes the fields of a holiday that were sent. 400 (the part of the day, the work centre), 404, 412. */
export const changeHoliday = (
  ctx: TenantContext,
  { holidayId, input, expectedVersion }: ChangeHolidayInput,
): Promise<Holiday> =>
  writeTenant(ctx, async (tx, record) => {
    const before = requireVersion(await lockHoliday(ctx, tx, holidayId), expectedVersion)
    const sent = sentFields(input)
    // Each field alone was checked; the two ends of a part of a day may come from different requests.
    const whole = HolidayInput.safeParse({ ...holidayFields(before), ...sent })
    if (!whole.success) {
      const problems = whole.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      throw new ValidationError(problems)
    }
    await requireCategory(ctx, tx, input.categoryId)
    const [after] = await tx
      .update(holidays)
      .set({ ...sent, ...changedStamp(ctx, before) })
      .where(thisHoliday(ctx, holidayId))
      .returning()
    if (!after) throw new Error('A locked holiday vanished')
    const changes = diffFields(holidayFields(before), holidayFields(after))
    if (changes.length > 0) record.history({ entity: 'holiday', entityId: holidayId, action: 'update', changes })
    record.changed('holidays', { id: holidayId, version: after.version })
    // The plan stores the holiday's name among its reasons, so every field counts.
    if (changes.length > 0) record.workingTimeChanged('holiday', after.name)
    return presentHoliday(after)
  })
