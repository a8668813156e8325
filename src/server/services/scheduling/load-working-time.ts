import { eq } from 'drizzle-orm'
import { holidaySpans } from '#domain/holidays/holiday-spans.ts'
import type { CalendarSource } from '#domain/scheduling/shop-calendars.ts'
import type { CapacitySpan } from '#domain/time/capacity-steps.ts'
import type { Tx } from '../../db/database.ts'
import { calendarExceptions, holidays, readEnd } from '../../db/tables/holidays.table.ts'
import { shifts } from '../../db/tables/shifts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { NotFoundError } from '../../errors.ts'

export interface WorkingTime extends Omit<CalendarSource, 'categories'> {
  readonly capacitySpans: CapacitySpan[]
}

/** The working time of an organization as input of the calendar, without its work centers, and its capacities by time. */
export const loadWorkingTime = async (tx: Tx, tenantId: string, nowMs: number): Promise<WorkingTime> => {
  const [settings] = await tx
    .select({
      timeZone: tenants.timeZone,
      defaultShiftId: tenants.defaultShiftId,
      closedDayRule: tenants.closedDayRule,
    })
    .from(tenants)
    .where(eq(tenants.tenantId, tenantId))
  if (!settings) throw new NotFoundError()
  const stored = await tx
    .select()
    .from(calendarExceptions)
    .where(eq(calendarExceptions.tenantId, tenantId))
    .orderBy(calendarExceptions.startsAt, calendarExceptions.exceptionId)
  const closed = await tx
    .select({
      holidayId: holidays.holidayId,
      name: holidays.name,
      date: holidays.date,
      rule: holidays.rule,
      fromMinute: holidays.fromMinute,
      toMinute: holidays.toMinute,
      categoryId: holidays.categoryId,
    })
    .from(holidays)
    .where(eq(holidays.tenantId, tenantId))
    .orderBy(holidays.date, holidays.holidayId)
  return {
    ...settings,
    shifts: await tx
      .select({ shiftId: shifts.shiftId, name: shifts.name, versions: shifts.versions })
      .from(shifts)
      .where(eq(shifts.tenantId, tenantId))
      .orderBy(shifts.shiftId),
    holidays: closed.flatMap((holiday) => holidaySpans(holiday, nowMs)),
    exceptions: stored.flatMap(({ exceptionId, kind, name, startsAt, endsAt, categoryId }) =>
      kind === 'capacity'
        ? []
        : [{ exceptionId, kind, name, startMs: startsAt.getTime(), endMs: endsAt.getTime(), categoryId }],
    ),
    capacitySpans: stored.flatMap(({ exceptionId, name, startsAt, endsAt, categoryId, units }) =>
      categoryId === null || units === null
        ? []
        : [
            {
              exceptionId,
              name,
              categoryId,
              units,
              startMs: startsAt.getTime(),
              endMs: readEnd(endsAt)?.getTime() ?? null,
            },
          ],
    ),
  }
}
