import { and, asc, eq } from 'drizzle-orm'
import type { Holiday } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { holidays } from '../../db/tables/holidays.table.ts'
import { presentStamp } from '../records/record-fields.ts'

type HolidayRow = typeof holidays.$inferSelect

/** The stored fields of a holiday in wire names. */
export const holidayFields = ({ name, date, rule, fromMinute, toMinute, categoryId }: HolidayRow) => ({
  name,
  date,
  rule,
  fromMinute,
  toMinute,
  categoryId,
})

/** A holiday as the contract shows it. */
export const presentHoliday = (row: HolidayRow): Holiday => ({
  holidayId: row.holidayId,
  ...holidayFields(row),
  ...presentStamp(row),
})

export const thisHoliday = (ctx: TenantContext, holidayId: string) =>
  and(eq(holidays.tenantId, ctx.tenantId), eq(holidays.holidayId, holidayId))

/** The row with this id, locked until the transaction ends. */
export const lockHoliday = async (ctx: TenantContext, tx: Tx, holidayId: string): Promise<HolidayRow | undefined> => {
  const [row] = await tx.select().from(holidays).where(thisHoliday(ctx, holidayId)).for('update')
  return row
}

/** The holidays of the organization, by date. */
export const listHolidays = async (ctx: TenantContext): Promise<Holiday[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx
      .select()
      .from(holidays)
      .where(eq(holidays.tenantId, ctx.tenantId))
      .orderBy(asc(holidays.date), asc(holidays.name), asc(holidays.holidayId)),
  )
  return rows.map(presentHoliday)
}
