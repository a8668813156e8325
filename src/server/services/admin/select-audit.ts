import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditFilter } from '#contract/admin.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { ValidationError } from '../../errors.ts'

export type HistoryRow = typeof historyEntries.$inferSelect

/** Where a page ended: the instant and the id of its last entry. */
interface Place {
  readonly at: Date
  readonly historyId: string
}

/** The entry behind which the next page begins, as text for a URL. */
export const cursorOf = ({ at, historyId }: Place): string => `${at.getTime()}.${historyId}`

/** Throws 400 when a cursor is none of ours. */
export const placeOf = (cursor: string): Place => {
  const [, at, historyId] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (at === undefined || historyId === undefined)
    throw new ValidationError([{ path: 'cursor', message: 'Not a page' }])
  return { at: new Date(Number(at)), historyId }
}

/** Midnight of a calendar day in the organisation's zone, as the database counts it. */
const startOfDay = (date: string, addDays: number): SQL<Date> =>
  sql`((${date}::date + ${addDays}::int)::timestamp at time zone
    (select ${tenants.timeZone} from ${tenants} where ${tenants.tenantId} = ${historyEntries.tenantId}))`

const conditionOf = (ctx: TenantContext, filter: AuditFilter, after: Place | null): SQL | undefined =>
  and(
    eq(historyEntries.tenantId, ctx.tenantId),
    filter.userId ? eq(historyEntries.userId, filter.userId) : undefined,
    filter.entity ? eq(historyEntries.entity, filter.entity) : undefined,
    filter.door ? eq(historyEntries.door, filter.door) : undefined,
    filter.fromDate ? gte(historyEntries.at, startOfDay(filter.fromDate, 0)) : undefined,
    filter.toDate ? lt(historyEntries.at, startOfDay(filter.toDate, 1)) : undefined,
    after
      ? sql`(${historyEntries.at}, ${historyEntries.historyId}) < (${after.at.toISOString()}::timestamptz, ${after.historyId}::uuid)`
      : undefined,
  )

/** Entries that match, newest first, behind a place; by its key, so that page 1,000 is as quick as page 1. */
export const selectAudit = (
  ctx: TenantContext,
  tx: Tx,
  { filter, after, limit }: { filter: AuditFilter; after: Place | null; limit: number },
): Promise<HistoryRow[]> =>
  tx
    .select()
    .from(historyEntries)
    .where(conditionOf(ctx, filter, after))
    .orderBy(desc(historyEntries.at), desc(historyEntries.historyId))
    .limit(limit)
