import { randomUUID } from 'node:crypto'
import type { Holiday, HolidayInput } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { holidays } from '../../db/tables/holidays.table.ts'
import { type Recorder, writeTenant } from '../../db/transaction.ts'
import { requireCategory } from '../categories/check-category.ts'
import { diffFields } from '../history/diff-fields.ts'
import { createdStamp } from '../history/record-stamp.ts'
import { lockOrganisation } from '../organisation/lock-organisation.ts'
import { holidayFields, presentHoliday } from './holiday-fields.ts'

/** Stores new holidays with their history. */
export const insertHolidays = async (
  ctx: TenantContext,
  tx: Tx,
  record: Recorder,
  inputs: readonly HolidayInput[],
): Promise<Holiday[]> => {
  if (inputs.length === 0) return []
  const rows = await tx
    .insert(holidays)
    .values(
      inputs.map((input) => ({
        tenantId: ctx.tenantId,
        holidayId: randomUUID(),
        name: input.name,
        date: input.date,
        rule: input.rule ?? null,
        fromMinute: input.fromMinute ?? null,
        toMinute: input.toMinute ?? null,
        categoryId: input.categoryId ?? null,
        ...createdStamp(ctx),
      })),
    )
    .returning()
  for (const row of rows) {
    const changes = diffFields(null, holidayFields(row))
    record.history({ entity: 'holiday', entityId: row.holidayId, action: 'create', changes })
    record.changed('holidays', { id: row.holidayId, version: row.version })
  }
  const more = rows.length > 1 ? ` and ${rows.length - 1} more` : ''
  record.workingTimeChanged('holiday', `${rows[0]?.name}${more}`)
  return rows.map(presentHoliday)
}

/** Closes a day, or part of one, for the organisation or one work centre. 400 when there is no such work centre. */
export const createHoliday = (ctx: TenantContext, { input }: { input: HolidayInput }): Promise<Holiday> =>
  writeTenant(ctx, async (tx, record) => {
    await lockOrganisation(ctx, tx)
    await requireCategory(ctx, tx, input.categoryId)
    const [created] = await insertHolidays(ctx, tx, record, [input])
    if (!created) throw new Error('An insert returned no row')
    return created
  })
