import { asc, eq } from 'drizzle-orm'
import type { Holiday } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { holidays } from '../../db/tables/holidays.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentHoliday } from './holiday-fields.ts'

/** The holidays of the organisation, by date. */
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
