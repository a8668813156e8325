import { eq } from 'drizzle-orm'
import { holidaySpans } from '#domain/holidays/holiday-spans.ts'
import type { CalendarException, HolidaySpan, ShiftPattern } from '#domain/time/calendar-rules.ts'
import type { Tx } from '../../db/database.ts'
import { calendarExceptions, holidays } from '../../db/tables/holidays.table.ts'
import { shifts } from '../../db/tables/shifts.table.ts'

export interface WorkingTime {
  readonly shifts: ShiftPattern[]
  readonly holidays: HolidaySpan[]
  readonly exceptions: CalendarException[]
}

/** Shift patterns, holidays, overtime and downtime of an organization, as input of the calendar. */
export const loadWorkingTime = async (tx: Tx, tenantId: string, nowMs: number): Promise<WorkingTime> => {
  const exceptions = await tx
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
    shifts: await tx
      .select({ shiftId: shifts.shiftId, name: shifts.name, versions: shifts.versions })
      .from(shifts)
      .where(eq(shifts.tenantId, tenantId))
      .orderBy(shifts.shiftId),
    holidays: closed.flatMap((holiday) => holidaySpans(holiday, nowMs)),
    exceptions: exceptions.map(({ exceptionId, kind, name, startsAt, endsAt, categoryId }) => ({
      exceptionId,
      kind,
      name,
      startMs: startsAt.getTime(),
      endMs: endsAt.getTime(),
      categoryId,
    })),
  }
}
