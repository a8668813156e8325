import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { isAmong } from '../../db/among.ts'
import type { Tx } from '../../db/database.ts'
import { preferGenericPlans } from '../../db/generic-plans.ts'
import { rowsAsJson } from '../../db/rows-as-json.ts'
import { workIntervals } from '../../db/tables/work-intervals.table.ts'
import { changedStamp, diffFields, isoOrNull, keptStamp } from '../records/record-fields.ts'
import type { Write } from '../records/write-tenant.ts'

export type IntervalRow = typeof workIntervals.$inferSelect

/** The fields of an interval in history. */
export const intervalFields = (row: IntervalRow) => ({
  projectId: row.projectId,
  operationId: row.operationId,
  categoryId: row.categoryId,
  startedAt: row.startedAt.toISOString(),
  endedAt: isoOrNull(row.endedAt),
  workedHours: row.workedHours,
  workerId: row.workerId,
  userId: row.userId,
  workerName: row.workerName,
  reportedBy: row.reportedBy,
  time: row.time,
  corrected: row.corrected,
})

/** The intervals of some operations, oldest first. */
export const selectIntervals = (ctx: TenantContext, tx: Tx, operationIds: readonly string[]): Promise<IntervalRow[]> =>
  tx
    .select()
    .from(workIntervals)
    .where(and(eq(workIntervals.tenantId, ctx.tenantId), isAmong(workIntervals.operationId, operationIds)))
    .orderBy(workIntervals.startedAt, workIntervals.intervalId)

/** An interval before (null = it is new) and after (null = it is removed). */
export interface IntervalWrite {
  readonly before: IntervalRow | null
  readonly after: IntervalRow | null
}

const rowsPerStatement = 1_000
const manyRows = 100

/** A person has one running interval, so those that end come before those that begin. */
const endedFirst = (a: IntervalRow, b: IntervalRow): number => Number(a.endedAt === null) - Number(b.endedAt === null)

const excluded = sql.join(
  Object.values(getTableColumns(workIntervals)).map(
    ({ name }) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`,
  ),
  sql`, `,
)

/** Stores changed intervals with their history, and announces their operations. Returns them as stored. */
export const storeIntervals = async (
  { ctx, tx, record }: Write,
  writes: readonly IntervalWrite[],
): Promise<(IntervalRow | null)[]> => {
  const stored = writes.map(({ before, after }) =>
    before && after ? { ...after, ...changedStamp(ctx, before) } : after,
  )
  const own = eq(workIntervals.tenantId, ctx.tenantId)
  const removed = writes.flatMap(({ before, after }) => (before && !after ? [before.intervalId] : []))
  if (removed.length > 0) await tx.delete(workIntervals).where(and(own, isAmong(workIntervals.intervalId, removed)))
  const kept = stored.flatMap((row) => row ?? []).toSorted(endedFirst)
  // Each new row looks its operation up, which takes milliseconds with a plan from outdated statistics.
  if (kept.length > manyRows) await preferGenericPlans(tx)
  for (let from = 0; from < kept.length; from += rowsPerStatement) {
    const part = rowsAsJson(workIntervals, kept.slice(from, from + rowsPerStatement))
    await tx.execute(sql`insert into ${part} on conflict (tenant_id, interval_id) do update set ${excluded}`)
  }
  for (const [index, { before }] of writes.entries()) {
    const after = stored[index] ?? null
    const row = after ?? before
    if (!row) continue
    const gone = before && !after ? { ...intervalFields(before), ...keptStamp(before) } : null
    const changes = diffFields(gone ?? (before && intervalFields(before)), after && intervalFields(after))
    const action = before ? (after ? 'update' : 'delete') : 'create'
    record.history({ entity: 'workInterval', entityId: row.intervalId, projectId: row.projectId, action, changes })
    record.changed('operations', { id: row.operationId, projectId: row.projectId })
  }
  return stored
}

/** Call before operations are deleted: writes their intervals to history, so that undo restores them too. */
export const recordLostIntervals = async (
  { ctx, tx, record }: Write,
  of: { readonly projectId: string } | { readonly operationIds: readonly string[] },
): Promise<void> => {
  const theirs =
    'projectId' in of ? eq(workIntervals.projectId, of.projectId) : isAmong(workIntervals.operationId, of.operationIds)
  const lost = await tx
    .select()
    .from(workIntervals)
    .where(and(eq(workIntervals.tenantId, ctx.tenantId), theirs))
  for (const row of lost) {
    const changes = diffFields({ ...intervalFields(row), ...keptStamp(row) }, null)
    record.history({
      entity: 'workInterval',
      entityId: row.intervalId,
      projectId: row.projectId,
      action: 'delete',
      changes,
    })
  }
}
