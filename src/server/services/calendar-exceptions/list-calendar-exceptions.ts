import { asc, eq } from 'drizzle-orm'
import type { CalendarException } from '#contract/holidays.ts'
import type { TenantContext } from '../../context.ts'
import { calendarExceptions } from '../../db/tables/holidays.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { presentException } from './exception-fields.ts'

/** Overtime and downtime of the organisation, by start. */
export const listCalendarExceptions = async (ctx: TenantContext): Promise<CalendarException[]> => {
  const rows = await readTenant(ctx, (tx) =>
    tx
      .select()
      .from(calendarExceptions)
      .where(eq(calendarExceptions.tenantId, ctx.tenantId))
      .orderBy(asc(calendarExceptions.startsAt), asc(calendarExceptions.exceptionId)),
  )
  return rows.map(presentException)
}
