import { and, eq, gt, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod/mini'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import type { IntervalRow } from './store-intervals.ts'

type Person = Pick<IntervalRow, 'workerId' | 'userId' | 'workerName'>
type Spanned = Person & Pick<IntervalRow, 'intervalId' | 'startedAt' | 'endedAt' | 'time'>

/** Two people may have one name. Where both are known by an id of the same kind, only that decides. */
const hasName = ({ workerId, userId, workerName }: Person): SQL | undefined =>
  and(
    eq(sql`lower(${workIntervals.workerName})`, workerName.toLowerCase()),
    ...(workerId === null ? [] : [isNull(workIntervals.workerId)]),
    ...(userId === null ? [] : [isNull(workIntervals.userId)]),
  )

/** Condition for the intervals of one person, by the id or by the name. null = no person is named. */
export const isOfPerson = (person: Person): SQL | null => {
  const { workerId, userId, workerName } = person
  const either = [
    ...(workerId === null ? [] : [eq(workIntervals.workerId, workerId)]),
    ...(userId === null ? [] : [eq(workIntervals.userId, userId)]),
    ...(workerName === '' ? [] : [hasName(person)]),
  ]
  return or(...either) ?? null
}

/** The same for two intervals that are at hand. */
const isSamePerson = (a: Person, b: Person): boolean =>
  (a.workerId !== null && a.workerId === b.workerId) ||
  (a.userId !== null && a.userId === b.userId) ||
  (a.workerName !== '' &&
    a.workerName.toLowerCase() === b.workerName.toLowerCase() &&
    (a.workerId === null || b.workerId === null) &&
    (a.userId === null || b.userId === null))

/**
 * Condition for intervals in which the person of this one worked on something else at the same time. null = there can be none: no
 * person is named, or a machine ran by itself.
 */
export const overlapsWith = (own: Spanned): SQL | null => {
  const person = isOfPerson(own)
  if (person === null || own.time === 'machine') return null
  const overlapping = and(
    ne(workIntervals.intervalId, own.intervalId),
    ne(workIntervals.time, 'machine'),
    person,
    or(isNull(workIntervals.endedAt), gt(workIntervals.endedAt, own.startedAt)),
    ...(own.endedAt ? [lt(workIntervals.startedAt, own.endedAt)] : []),
  )
  return overlapping ?? null
}

/** Whether two intervals make one person work on two operations at once. */
export const overlap = (a: Spanned, b: Spanned): boolean =>
  a.intervalId !== b.intervalId &&
  a.time !== 'machine' &&
  b.time !== 'machine' &&
  isSamePerson(a, b) &&
  (a.endedAt === null || a.endedAt > b.startedAt) &&
  (b.endedAt === null || b.endedAt > a.startedAt)

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

/** An interval as history stores it. */
export const readKept = (intervalId: string, fields: unknown): Spanned => ({
  intervalId,
  ...KeptInterval.parse(fields),
})

/** Ids of the stored intervals that overlap with one. */
export const intervalsBeside = async (
  { ctx, tx }: { readonly ctx: TenantContext; readonly tx: Tx },
  own: Spanned,
): Promise<string[]> => {
  const others = overlapsWith(own)
  if (!others) return []
  const rows = await tx
    .select({ intervalId: workIntervals.intervalId })
    .from(workIntervals)
    .where(and(eq(workIntervals.tenantId, ctx.tenantId), others))
  return rows.map((row) => row.intervalId)
}
