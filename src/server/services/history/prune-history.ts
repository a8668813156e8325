import { and, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { yearsBefore } from '#domain/time/zone-dates.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { noProject, noteShopChange } from '../../db/shop-changes.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { timeZoneOf } from '../records/tenant-row.ts'

/** Entries that one transaction looks at, because all requests share the single connection of the embedded database. */
const entriesPerPart = 1_000
const setsPerPart = 500

/** The beginning of the day, in the zone of the organization, that many years ago. Not computed by the database, which may not know every zone. */
const yearsAgo = (app: AppServices, years: number, timeZone: string): Date =>
  new Date(yearsBefore(app.now().getTime(), years, timeZone))

/**
 * Whether an entry `h` from before a time can go. The history of a project stays whole: it goes when the project is shipped, cancelled
 * or deleted, and nothing about it is newer. The newest entry stays, because it says when the organization was last active.
 */
const canGo = (tenantId: string, before: SQL): SQL => sql`h.tenant_id = ${tenantId} and h.at < ${before}
  and (h.project_id is null or (
    not exists (select from projects p where p.tenant_id = ${tenantId} and p.project_id = h.project_id
      and p.current_phase not in ('shipped', 'cancelled'))
    and not exists (select from history_entries n where n.tenant_id = ${tenantId} and n.project_id = h.project_id
      and n.at >= ${before})))
  and h.history_id <> (select history_id from history_entries where tenant_id = ${tenantId}
    order by at desc, history_id desc limit 1)`

/** How many entries would be deleted if history were kept for so many years, and the time before which. */
export const getHistoryLoss = (
  ctx: TenantContext,
  { years }: { readonly years: number },
): Promise<{ entries: number; before: string }> =>
  readTenant(ctx, async (tx) => {
    const before = yearsAgo(ctx.app, years, await timeZoneOf(tx, ctx.tenantId)).toISOString()
    const { rows } = await tx.execute<{ entries: number }>(sql`
      select count(*)::int as entries from history_entries h where ${canGo(ctx.tenantId, sql`${before}::timestamptz`)}`)
    return { entries: rows[0]?.entries ?? 0, before }
  })

/** Organizations with history that is older than they want to keep. Once a day for each of them. */
export const findOldHistory = (app: AppServices): Promise<string[]> =>
  app.db.readSystem(async (tx) => {
    const rows = await tx
      .select({
        tenantId: tenants.tenantId,
        timeZone: tenants.timeZone,
        years: tenants.keepHistoryYears,
        from: tenants.historyFrom,
      })
      .from(tenants)
      .where(isNotNull(tenants.keepHistoryYears))
    return rows
      .filter(
        ({ years, from, timeZone }) =>
          years !== null && (from?.getTime() ?? -Infinity) < yearsAgo(app, years, timeZone).getTime(),
      )
      .map(({ tenantId }) => tenantId)
  })

/** Moves the beginning of the kept history. Returns null if another server has already moved it. */
const claim = async ({ app, tenantId }: TenantContext, tx: Tx): Promise<string | null> => {
  const own = eq(tenants.tenantId, tenantId)
  const [row] = await tx
    .select({ timeZone: tenants.timeZone, years: tenants.keepHistoryYears })
    .from(tenants)
    .where(own)
    .for('no key update')
  if (!row || row.years === null) return null
  const before = yearsAgo(app, row.years, row.timeZone)
  const claimed = await tx
    .update(tenants)
    .set({ historyFrom: before })
    .where(and(own, or(isNull(tenants.historyFrom), lt(tenants.historyFrom, before))))
    .returning({ tenantId: tenants.tenantId })
  return claimed.length > 0 ? before.toISOString() : null
}

/**
 * Deletes the change sets from before a time, except those undone or redone since. The organization is locked, so that no undo
 * reads a change set whose entries then go.
 */
const dropSets = async (tx: Tx, tenantId: string, before: SQL): Promise<boolean> => {
  await tx.execute(sql`select from tenants where tenant_id = ${tenantId} for no key update`)
  const { rows } = await tx.execute(sql`
    delete from change_sets where tenant_id = ${tenantId} and change_id in (
      select change_id from change_sets c where tenant_id = ${tenantId} and at < ${before}
        and not exists (select from history_entries h where h.tenant_id = ${tenantId} and h.request_id = c.tip_id and h.at >= ${before})
      limit ${setsPerPart}) returning change_id`)
  return rows.length >= setsPerPart
}

type Position = readonly [at: string, historyId: string]

/** Deletes what can go of the next entries. Returns the last of them; null = these were the last. Entries of a change set stay with it. */
const dropEntries = async (
  { app, tenantId }: TenantContext,
  tx: Tx,
  before: SQL,
  after: Position,
): Promise<Position | null> => {
  const { rows } = await tx.execute<{ count: number; at: string; id: string }>(sql`
    with part as materialized (
      select at, history_id from history_entries where tenant_id = ${tenantId} and at < ${before}
        and (at, history_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)
      order by at, history_id limit ${entriesPerPart}
    ), gone as (
      delete from history_entries h using part where h.history_id = part.history_id and ${canGo(tenantId, before)}
        and not exists (select from change_sets c where c.tenant_id = ${tenantId} and c.change_id = h.request_id)
      returning 1)
    select count(*) over ()::int as count, at::text as at, history_id::text as id from part order by part.at desc, part.history_id desc limit 1`)
  await noteShopChange(tx, { tenantId, now: app.now() }, { change: noProject, planTouched: false })
  const [last] = rows
  return last && last.count >= entriesPerPart ? [last.at, last.id] : null
}

/** Deletes history that is older than the organization wants to keep, in parts. Others can work between the parts. */
export const pruneHistory = async (ctx: TenantContext, signal?: AbortSignal): Promise<void> => {
  const { app, tenantId } = ctx
  const cutoff = await app.db.withSystem((tx) => claim(ctx, tx))
  if (cutoff === null) return
  const before = sql`${cutoff}::timestamptz`
  for (let left = true; left && !signal?.aborted; ) {
    left = await app.db.withSystem((tx) => dropSets(tx, tenantId, before))
  }
  for (let last: Position | null = ['-infinity', '00000000-0000-0000-0000-000000000000']; last && !signal?.aborted; ) {
    const after: Position = last
    last = await app.db.withSystem((tx) => dropEntries(ctx, tx, before, after))
  }
}
