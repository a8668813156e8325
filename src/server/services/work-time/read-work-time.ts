import { and, eq } from 'drizzle-orm'
import type { WorkInterval, WorkTime } from '#contract/work-intervals.ts'
import { may } from '#domain/access/rights.ts'
import { isCompleted } from '#domain/operations/is-completed.ts'
import { actualHours } from '#domain/work-time/actual-hours.ts'
import { workedSoFarMs } from '#domain/work-time/worked-time.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { NotFoundError } from '../../errors.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { type CalendarOf, readCalendarOf } from './center-hours.ts'
import { type IntervalRow, selectIntervals } from './store-intervals.ts'

export interface OperationPath {
  readonly projectId: string
  readonly operationId: string
}

/** The operation; 404 when the project has none with this id. */
export const selectWorked = async (ctx: TenantContext, tx: Tx, { projectId, operationId }: OperationPath) => {
  const [row] = await tx
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.tenantId, ctx.tenantId),
        eq(operations.projectId, projectId),
        eq(operations.operationId, operationId),
      ),
    )
  if (!row) throw new NotFoundError()
  return row
}

/** Hours of an interval: those that were stored when it ended, or those so far. */
const hoursOf = (row: IntervalRow, calendarOf: CalendarOf, nowMs: number): number =>
  row.workedHours ?? workedSoFarMs(calendarOf(row.categoryId), row.startedAt.getTime(), nowMs) / 3_600_000

const namesOf = (ctx: TenantContext, { userId, workerName, reportedBy, corrected }: IntervalRow) => {
  const isOwn = userId !== null && userId === ctx.userId
  if (isOwn || may(ctx, 'seeWorkerNames').ok) return { workerName, reportedBy }
  // Without a user it was a tablet that reported, unless a planner entered it.
  return { workerName: '', reportedBy: userId === null && !corrected ? reportedBy : '' }
}

/** An interval as the contract shows it. Names are shown to those who may see them; readers always see their own. */
const presentInterval = (ctx: TenantContext, row: IntervalRow, workedHours: number): WorkInterval => ({
  intervalId: row.intervalId,
  operationId: row.operationId,
  categoryId: row.categoryId,
  startedAt: row.startedAt.toISOString(),
  endedAt: isoOrNull(row.endedAt),
  workedHours,
  ...namesOf(ctx, row),
  time: row.time,
  corrected: row.corrected,
  version: row.version,
})

/** The same for one interval. */
export const showInterval = async (ctx: TenantContext, tx: Tx, row: IntervalRow): Promise<WorkInterval> => {
  if (row.workedHours !== null) return presentInterval(ctx, row, row.workedHours)
  const calendarOf = await readCalendarOf(ctx, tx, row.startedAt.getTime())
  return presentInterval(ctx, row, hoursOf(row, calendarOf, ctx.app.now().getTime()))
}

/** The time on an operation, inside a transaction. 404 when the project has none with this id. */
export const readWorkTimeWithin = async (ctx: TenantContext, tx: Tx, path: OperationPath): Promise<WorkTime> => {
  const operation = await selectWorked(ctx, tx, path)
  const rows = await selectIntervals(ctx, tx, [path.operationId])
  const nowMs = ctx.app.now().getTime()
  const startMs = operation.actualStartDate?.getTime() ?? null
  const endMs = operation.actualEndDate?.getTime() ?? null
  const firstMs = Math.min(startMs ?? nowMs, rows[0]?.startedAt.getTime() ?? nowMs)
  const calendarOf = await readCalendarOf(ctx, tx, firstMs)
  const hours = rows.map((row) => hoursOf(row, calendarOf, nowMs))
  const intervals = rows.map((row, index) => ({
    startMs: row.startedAt.getTime(),
    endMs: row.endedAt?.getTime() ?? nowMs,
    workedHours: hours[index] ?? 0,
  }))
  const actual = actualHours({ intervals, startMs, endMs }, calendarOf(operation.categoryId))
  const isIdle = startMs !== null && !isCompleted({ ...operation, actualEndMs: endMs })
  const lastMs = rows.reduce((last, { endedAt }) => Math.max(last, endedAt?.getTime() ?? Infinity), -Infinity)
  return {
    intervals: rows.map((row, index) => presentInterval(ctx, row, hours[index] ?? 0)),
    actualHours: rows.length > 0 || actual.includesWaiting ? actual.hours : null,
    includesWaiting: actual.includesWaiting,
    estimateHours: operation.durationHours,
    idleSince: isIdle && Number.isFinite(lastMs) ? new Date(lastMs).toISOString() : null,
  }
}

/** The time on an operation. 404 when the project has none with this id. */
export const readWorkTime = (ctx: TenantContext, path: OperationPath): Promise<WorkTime> =>
  readTenant(ctx, (tx) => readWorkTimeWithin(ctx, tx, path))
