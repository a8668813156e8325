import { and, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod/mini'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import type { IntervalRow } from './store-intervals.ts'

type Spanned = Pick<IntervalRow, 'intervalId' | 'startedAt' | 'endedAt' | 'workerId' | 'userId' | 'workerName' | 'time'>

/**
 * Condition for intervals in which the person of this one worked on something else at the same time. null = there can be none: no
 * person is named, or a machine ran by itself.
 */
export const overlapsWith = (own: Spanned): SQL | null => {
  const { workerId, userId, workerName, startedAt, endedAt } = own
  const person = [
    ...(workerId ? [eq(workIntervals.workerId, workerId)] : []),
    ...(userId ? [eq(workIntervals.userId, userId)] : []),
    ...(workerName ? [eq(sql`lower(${workIntervals.workerName})`, workerName.toLowerCase())] : []),
  ]
  if (person.length === 0 || own.time === 'machine') return null
  const overlapping = and(
    ne(workIntervals.intervalId, own.intervalId),
    ne(workIntervals.time, 'machine'),
    or(...person),
    or(isNull(workIntervals.endedAt), gt(workIntervals.endedAt, startedAt)),
    ...(endedAt ? [lt(workIntervals.startedAt, endedAt)] : []),
  )
  return overlapping ?? null
}

const text = z._default(z.nullable(z.string()), null)
const date = z.pipe(
  z.string(),
  z.transform((iso) => new Date(iso)),
)
const KeptInterval = z.object({
  startedAt: date,
  endedAt: z._default(z.nullable(date), null),
  workerId: text,
  userId: text,
  workerName: z._default(z.string(), ''),
  time: z._default(z.enum(['both', 'attended', 'machine']), 'both'),
})

/** Ids of the intervals that overlap with one as history stores it. */
export const intervalsBeside = async (
  { ctx, tx }: { readonly ctx: TenantContext; readonly tx: Tx },
  intervalId: string,
  fields: unknown,
): Promise<string[]> => {
  const others = overlapsWith({ intervalId, ...KeptInterval.parse(fields) })
  if (!others) return []
  const rows = await tx
    .select({ intervalId: workIntervals.intervalId })
    .from(workIntervals)
    .where(and(eq(workIntervals.tenantId, ctx.tenantId), others))
  return rows.map((row) => row.intervalId)
}
