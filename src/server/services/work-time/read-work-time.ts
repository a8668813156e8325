import { and, eq } from 'drizzle-orm'
import type { WorkInterval, WorkTime } from '#contract/work-intervals.ts'
import { may } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { NotFoundError } from '../../errors.ts'
import { isoOrNull } from '../records/record-fields.ts'
import { readCalendarOf } from './center-hours.ts'
import { type IntervalRow, selectIntervals } from './store-intervals.ts'
import { hoursOf, type PlacedInterval, sumTimes } from './sum-times.ts'

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

const namesOf = (ctx: TenantContext, { userId, workerId, workerName, reportedBy, corrected }: IntervalRow) => {
  const isOwn = userId !== null && userId === ctx.userId
  if (isOwn || may(ctx, 'seeWorkerNames').ok) return { workerName, workerId, reportedBy }
  // Without a user it was a tablet that reported, unless a planner entered it.
  return { workerName: '', workerId: null, reportedBy: userId === null && !corrected ? reportedBy : '' }
}

/** A stored interval as the rules about hours see it. */
const placed = ({ categoryId, startedAt, endedAt, workedHours }: IntervalRow): PlacedInterval => ({
  categoryId,
  startMs: startedAt.getTime(),
  endMs: endedAt?.getTime() ?? null,
  workedHours,
})

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
  return presentInterval(ctx, row, hoursOf(placed(row), calendarOf, ctx.app.now().getTime()))
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
  const intervals = rows.map(placed)
  const { idleSinceMs, ...sum } = sumTimes({ ...operation, startMs, endMs }, intervals, calendarOf, nowMs)
  return {
    ...sum,
    intervals: rows.map((row) => presentInterval(ctx, row, hoursOf(placed(row), calendarOf, nowMs))),
    estimateHours: operation.durationHours,
    idleSince: idleSinceMs === null ? null : new Date(idleSinceMs).toISOString(),
  }
}

/** The time on an operation. 404 when the project has none with this id. */
export const readWorkTime = (ctx: TenantContext, path: OperationPath): Promise<WorkTime> =>
  readTenant(ctx, (tx) => readWorkTimeWithin(ctx, tx, path))
