import type { CalendarException } from '#contract/holidays.ts'
import type { calendarExceptions } from '../../db/tables/holidays.table.ts'
import { presentStamp } from '../history/record-stamp.ts'

type ExceptionRow = typeof calendarExceptions.$inferSelect

/** The stored fields of overtime or downtime in wire names. */
export const exceptionFields = ({ kind, name, startsAt, endsAt, categoryId }: ExceptionRow) => ({
  kind,
  name,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
  categoryId,
})

/** Overtime or downtime as the contract shows it. */
export const presentException = (row: ExceptionRow): CalendarException => ({
  exceptionId: row.exceptionId,
  ...exceptionFields(row),
  ...presentStamp(row),
})
