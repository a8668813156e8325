import { and, desc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { HistoryFilter } from '#contract/history.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, readJsonArrays } from '../../db/read-json.ts'
import { changeSets } from '../../db/tables/change-sets.table.ts'
import { historyEntries } from '../../db/tables/history.table.ts'
import { ValidationError } from '../../errors.ts'
import { containsText, isBy } from './worker-names.ts'

/** An entry with the state of its change set. null = it cannot be undone. */
export type HistoryRow = typeof historyEntries.$inferSelect & {
  readonly set: Pick<typeof changeSets.$inferSelect, 'changeId' | 'userId' | 'undoRight' | 'summary' | 'undone'> | null
}

/** `all`: for the audit log. `work`: without entries about users and their rights. */
export type HistoryReach = 'all' | 'work'

export interface HistoryWish {
  readonly filter: HistoryFilter
  readonly reach: HistoryReach
}

/** Condition for entries that every member may see. Those about users, their rights and credentials are in the audit log, for admins. */
export const isOfWork = ne(historyEntries.entity, 'user')

interface Selection extends HistoryWish {
  readonly after: HistoryPosition | null
  /** The last entry to search. null = search all. */
  readonly until?: HistoryPosition | null
}

/** The end of a page: the instant and the id of its last entry. */
export interface HistoryPosition {
  readonly at: Date
  readonly historyId: string
}

/** The position after which the next page begins, as text for a URL. */
export const cursorOf = ({ at, historyId }: HistoryPosition): string => `${at.getTime()}.${historyId}`

/** Parses a cursor. Throws 400 if it is invalid. */
export const positionOf = (cursor: string): HistoryPosition => {
  const [, at, historyId] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (at === undefined || historyId === undefined)
    throw new ValidationError([{ path: 'cursor', message: 'Not a page' }])
  return { at: new Date(Number(at)), historyId }
}

/** The beginning of a calendar day of the reader. Not computed by the database, which may not know every zone. */
const startOfDay = (date: string, { timeZone }: TenantContext): Date => new Date(dateOnlyToMs(date, timeZone, 0))

const behind = (after: HistoryPosition): SQL =>
  sql`(${historyEntries.at}, ${historyEntries.historyId}) < (${after.at.toISOString()}::timestamptz, ${after.historyId}::uuid)`

const upTo = (until: HistoryPosition): SQL =>
  sql`(${historyEntries.at}, ${historyEntries.historyId}) >= (${until.at.toISOString()}::timestamptz, ${until.historyId}::uuid)`

/** Position of the `count`th entry after a position. null when there are fewer. Reads only an index. */
export const positionAfter = async (
  ctx: TenantContext,
  tx: Tx,
  after: HistoryPosition | null,
  count: number,
): Promise<HistoryPosition | null> => {
  const [position] = await tx
    .select({ at: historyEntries.at, historyId: historyEntries.historyId })
    .from(historyEntries)
    .where(and(eq(historyEntries.tenantId, ctx.tenantId), after ? behind(after) : undefined))
    .orderBy(desc(historyEntries.at), desc(historyEntries.historyId))
    .offset(count - 1)
    .limit(1)
  return position ?? null
}

const conditionOf = (ctx: TenantContext, { filter, reach, after, until }: Selection): SQL | undefined =>
  and(
    eq(historyEntries.tenantId, ctx.tenantId),
    reach === 'work' ? isOfWork : undefined,
    filter.userId ? isBy(ctx, filter.userId) : undefined,
    filter.entity ? eq(historyEntries.entity, filter.entity) : undefined,
    filter.action ? eq(historyEntries.action, filter.action) : undefined,
    filter.source ? eq(historyEntries.source, filter.source) : undefined,
    filter.projectId ? eq(historyEntries.projectId, filter.projectId) : undefined,
    filter.entityId ? eq(historyEntries.entityId, filter.entityId) : undefined,
    filter.field ? sql`${historyEntries.changes} @> ${JSON.stringify([{ field: filter.field }])}::jsonb` : undefined,
    filter.text ? containsText(ctx, filter.text) : undefined,
    filter.fromDate ? gte(historyEntries.at, startOfDay(filter.fromDate, ctx)) : undefined,
    filter.toDate ? lt(historyEntries.at, startOfDay(addDays(filter.toDate, 1), ctx)) : undefined,
    after ? behind(after) : undefined,
    until ? upTo(until) : undefined,
  )

/** Matching entries after a position, newest first. Uses a key, so that page 1,000 is as quick as page 1. */
export const selectHistory = async (
  ctx: TenantContext,
  tx: Tx,
  wish: Selection & { readonly limit: number },
): Promise<HistoryRow[]> => {
  const rows = await tx
    .select({
      entry: historyEntries,
      set: {
        changeId: changeSets.changeId,
        userId: changeSets.userId,
        undoRight: changeSets.undoRight,
        summary: changeSets.summary,
        undone: changeSets.undone,
      },
    })
    .from(historyEntries)
    .leftJoin(
      changeSets,
      and(eq(changeSets.tenantId, historyEntries.tenantId), eq(changeSets.changeId, historyEntries.requestId)),
    )
    .where(conditionOf(ctx, wish))
    .orderBy(desc(historyEntries.at), desc(historyEntries.historyId))
    .limit(wish.limit)
  return rows.map(({ entry, set }) => ({ ...entry, set }))
}

const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

/** When one of `fields` last changed in each of these records, from history (epoch ms by id). */
export const lastChanges = async (
  ctx: TenantContext,
  tx: Tx,
  entity: 'operation' | 'project',
  fields: readonly string[],
  ids: readonly string[],
): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const names = sql.join(
    fields.map((field) => sql`changes @> ${JSON.stringify([{ field }])}::jsonb`),
    sql` or `,
  )
  return new Map(
    await readJsonArrays<[string, number]>(
      tx,
      [sql`entity_id`, epochMs(sql`at`)],
      sql`(select entity_id, max(at) as at from history_entries where tenant_id = ${ctx.tenantId}
        and entity = ${entity} and entity_id = any(${uuids(ids)}) and (${names}) group by 1) h`,
    ),
  )
}
