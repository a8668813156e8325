import { and, count, eq, gt } from 'drizzle-orm'
import { limits } from '#contract/vocabulary.ts'
import { joinShortBreaks } from '#domain/work-time/join-short-breaks.ts'
import { isAmong } from '../../db/among.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import type { Write } from '../records/write-tenant.ts'
import { type IntervalRow, type IntervalWrite, selectIntervals, storeIntervals } from './store-intervals.ts'

const isSame = (a: IntervalRow, b: IntervalRow): boolean =>
  a.workerId === b.workerId && a.userId === b.userId && a.workerName === b.workerName

/** Two intervals as one. Over a break it has no person, who may have worked on something else meanwhile. Its hours are their sum. */
const joined = (first: IntervalRow, second: IntervalRow): IntervalRow => {
  const keepsPerson = isSame(first, second) && first.endedAt?.getTime() === second.startedAt.getTime()
  return {
    ...first,
    endedAt: second.endedAt,
    workedHours: (first.workedHours ?? 0) + (second.workedHours ?? 0),
    time: first.time === second.time ? first.time : 'both',
    corrected: first.corrected || second.corrected,
    ...(!keepsPerson && { workerId: null, userId: null, workerName: '' }),
  }
}

/**
 * Call after intervals were added to some operations. An operation beyond the limit loses no report and no hours: its intervals with the
 * shortest breaks between them are joined.
 */
export const keepWithinLimit = async (write: Write, operationIds: readonly string[]): Promise<void> => {
  const { ctx, tx } = write
  if (operationIds.length === 0) return
  const full = await tx
    .select({ operationId: workIntervals.operationId })
    .from(workIntervals)
    .where(and(eq(workIntervals.tenantId, ctx.tenantId), isAmong(workIntervals.operationId, operationIds)))
    .groupBy(workIntervals.operationId)
    .having(gt(count(), limits.maxIntervalsPerOperation))
  for (const { operationId } of full) {
    const rows = await selectIntervals(ctx, tx, [operationId])
    const spans = rows.map(({ startedAt, endedAt }) => ({
      startMs: startedAt.getTime(),
      endMs: endedAt?.getTime() ?? null,
    }))
    const writes = joinShortBreaks(spans, limits.maxIntervalsPerOperation).flatMap((indexes): IntervalWrite[] => {
      const [first, ...others] = indexes.flatMap((index) => rows[index] ?? [])
      if (!first || others.length === 0) return []
      return [
        ...others.map((before): IntervalWrite => ({ before, after: null })),
        { before: first, after: others.reduce(joined, first) },
      ]
    })
    await storeIntervals(write, writes)
  }
}
