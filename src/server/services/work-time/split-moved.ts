import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { isAmong } from '../../db/among.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import { createdStamp } from '../records/record-fields.ts'
import type { Write } from '../records/write-tenant.ts'
import { storeWithHours } from './record-work.ts'
import type { IntervalWrite } from './store-intervals.ts'

/**
 * Splits the running intervals of operations that are at another work center now: the interval ends, and another one of the same person and
 * kind begins where the operation is. Every write that changes work centers calls it; `among` = only for these operations.
 */
export const splitMoved = async (write: Write, among?: readonly string[]): Promise<void> => {
  const { ctx, tx } = write
  if (among?.length === 0) return
  const now = ctx.app.now()
  const moved = await tx
    .select({ interval: workIntervals, categoryId: operations.categoryId })
    .from(workIntervals)
    .innerJoin(
      operations,
      and(eq(operations.tenantId, workIntervals.tenantId), eq(operations.operationId, workIntervals.operationId)),
    )
    .where(
      and(
        eq(workIntervals.tenantId, ctx.tenantId),
        isNull(workIntervals.endedAt),
        sql`${workIntervals.categoryId} is distinct from ${operations.categoryId}`,
        ...(among ? [isAmong(workIntervals.operationId, among)] : []),
      ),
    )
  const writes = moved.flatMap(({ interval, categoryId }): IntervalWrite[] => {
    // Nothing was done at the work center that it leaves.
    if (interval.startedAt >= now) return [{ before: interval, after: { ...interval, categoryId } }]
    const next = { ...interval, ...createdStamp(ctx), intervalId: randomUUID(), categoryId, startedAt: now }
    return [
      { before: interval, after: { ...interval, endedAt: now } },
      { before: null, after: next },
    ]
  })
  if (writes.length > 0) await storeWithHours(write, writes)
}
