import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { HistoryEntry } from '#contract/history.ts'
import { may } from '#domain/access/rights.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { floorDevices } from '../../db/tables/floor-devices.table.ts'
import { historyEntries } from '../../db/tables/history.table.ts'

/** Fields that say who worked, in the history of reports and of time on work. */
const workerFields: readonly string[] = ['workerName', 'workerId', 'userId', 'reportedBy']
const workEntities: readonly HistoryEntry['entity'][] = ['workInterval', 'floorReport']

/** The author of an entry whose name the reader may not see. */
const hiddenAuthor = 'Shop floor'

export const seesWorkerNames = (ctx: TenantContext): boolean => may(ctx, 'seeWorkerNames').ok

/** The tablets of the organization: entries that they made name no person. */
export const selectTablets = async ({ tenantId }: TenantContext, tx: Tx): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .select({ deviceId: floorDevices.deviceId })
    .from(floorDevices)
    .where(eq(floorDevices.tenantId, tenantId))
  return new Set(rows.map(({ deviceId }) => deviceId))
}

/** The entry without the fields that say who worked. */
export const withoutWorker = (entry: HistoryEntry): HistoryEntry =>
  workEntities.includes(entry.entity)
    ? { ...entry, changes: entry.changes.filter(({ field }) => !workerFields.includes(field)) }
    : entry

/** The entry without names of people who reported work, except the reader's own. */
export const withoutNames = (ctx: TenantContext, entry: HistoryEntry, tablets: ReadonlySet<string>): HistoryEntry => {
  const { source, userId } = entry
  const isOwn = userId === ctx.userId
  const names = source === 'floor' && userId !== null && !isOwn && !tablets.has(userId)
  return { ...withoutWorker(entry), ...(names && { userId: null, userName: hiddenAuthor }) }
}

/** Condition for entries whose author a reader without the right to names may see. */
const isAuthorShown = ({ tenantId, userId }: TenantContext): SQL | undefined =>
  or(
    ne(historyEntries.source, 'floor'),
    isNull(historyEntries.userId),
    eq(historyEntries.userId, userId),
    sql`exists (select from floor_devices d where d.tenant_id = ${tenantId} and d.device_id = ${historyEntries.userId})`,
  )

/** Condition for entries by a person. A reader without the right to names finds no reports of others by it. */
export const isBy = (ctx: TenantContext, userId: string): SQL | undefined =>
  and(eq(historyEntries.userId, userId), seesWorkerNames(ctx) ? undefined : isAuthorShown(ctx))

/** Condition for entries that contain a text. Names that the reader may not see are not searched. */
export const containsText = (ctx: TenantContext, text: string): SQL | undefined => {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const inChanges = sql`${historyEntries.changes}::text ilike ${pattern}`
  const inAuthor = sql`${historyEntries.userName} ilike ${pattern}`
  if (seesWorkerNames(ctx)) return or(inChanges, inAuthor)
  const list = (texts: readonly string[]) => sql`${`{${texts.join(',')}}`}::text[]`
  const inShown = sql`case when ${historyEntries.entity} = any(${list(workEntities)}) then exists (
      select from jsonb_array_elements(${historyEntries.changes}) c
      where not (c ->> 'field' = any(${list(workerFields)})) and c::text ilike ${pattern})
    else ${inChanges} end`
  return or(inShown, and(inAuthor, isAuthorShown(ctx)))
}
