import { and, eq } from 'drizzle-orm'
import type { CalendarException } from '#domain/time/calendar-rules.ts'
import type { TenantContext } from '../../context.ts'
import { calendarExceptions } from '../../db/tables/holidays.table.ts'
import { readTenant } from '../../db/transaction.ts'
import { NotFoundError } from '../../errors.ts'

/** Overtime or downtime as the calendar takes it; 404. */
export const findException = async (ctx: TenantContext, exceptionId: string): Promise<CalendarException> => {
  const [row] = await readTenant(ctx, (tx) =>
    tx
      .select()
      .from(calendarExceptions)
      .where(and(eq(calendarExceptions.tenantId, ctx.tenantId), eq(calendarExceptions.exceptionId, exceptionId))),
  )
  if (!row) throw new NotFoundError()
  const { kind, name, startsAt, endsAt, categoryId } = row
  return { kind, name, startMs: startsAt.getTime(), endMs: endsAt.getTime(), categoryId }
}
