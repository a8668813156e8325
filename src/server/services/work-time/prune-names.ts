import { sql } from 'drizzle-orm'
import type { AppServices, TenantContext } from '../../context.ts'
import { noProject, noteShopChange } from '../../db/shop-changes.ts'
import { tenants } from '../../db/tables/tenants.table.ts'

/** Names that one transaction removes, because all requests share the single connection of the embedded database. */
const namesPerPart = 500
/** Reports of deleted operations stay for as long as their deletion is likely to be undone. */
const orphansKeptMonths = 12

const monthsBefore = (now: Date, months: number): string => {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - months)
  return before.toISOString()
}

/** Organizations that have reports which are older than they keep names. */
export const findOldNames = (app: AppServices): Promise<string[]> =>
  app.db.readSystem(async (tx) => {
    const all = await tx.select({ tenantId: tenants.tenantId, months: tenants.keepNamesMonths }).from(tenants)
    const found = await Promise.all(
      all.map(async ({ tenantId, months }) => {
        if (months === null) return []
        const before = sql`${monthsBefore(app.now(), months)}::timestamptz`
        const { rows } = await tx.execute(sql`
          select from (values (1)) v where exists (select from floor_reports where tenant_id = ${tenantId} and at < ${before})
            or exists (select from work_intervals where tenant_id = ${tenantId} and started_at < ${before} and worker_name <> '')`)
        return rows.length > 0 ? [tenantId] : []
      }),
    )
    return found.flat()
  })

const noName = sql`worker_id = null, user_id = null, worker_name = '',
  reported_by = case when reported_by = worker_name then '' else reported_by end`
const isNamed = sql`(worker_name <> '' or worker_id is not null or user_id is not null)`

/** Removes the names of some old reports. Returns how many. */
const removeNames = (ctx: TenantContext, before: string): Promise<number> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const { app, tenantId } = ctx
    const own = sql`tenant_id = ${tenantId}`
    const at = sql`${before}::timestamptz`
    const intervals = await tx.execute(sql`
      update work_intervals set ${noName} where ${own} and interval_id in (
        select interval_id from work_intervals where ${own} and started_at < ${at} and ended_at is not null and ${isNamed}
        limit ${namesPerPart}) returning interval_id as id`)
    const reports = await tx.execute(sql`
      update floor_reports set ${noName} where ${own} and report_id in (
        select report_id from floor_reports where ${own} and at < ${at} and ${isNamed} limit ${namesPerPart}) returning report_id as id`)
    const removed = intervals.rows.length + reports.rows.length
    if (removed > 0) {
      await noteShopChange(tx, { tenantId, now: app.now() }, { change: noProject, planTouched: false })
    }
    return removed
  })

/** Removes names of the same age from history, also those of reports that were deleted since. */
const removeFromHistory = ({ app, tenantId }: TenantContext, before: string): Promise<unknown> =>
  app.db.withSystem((tx) =>
    tx.execute(sql`
      update history_entries set changes = (
        select coalesce(jsonb_agg(c), '[]'::jsonb) from jsonb_array_elements(changes) c
        where c->>'field' not in ('workerName', 'workerId', 'userId'))
      where tenant_id = ${tenantId} and entity in ('workInterval', 'floorReport') and at < ${before}::timestamptz
        and changes @> '[{"field": "workerName"}]'::jsonb`),
  )

const dropOrphans = (ctx: TenantContext): Promise<unknown> =>
  ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute(sql`
      delete from floor_reports r where tenant_id = ${ctx.tenantId}
        and at < ${monthsBefore(ctx.app.now(), orphansKeptMonths)}::timestamptz
        and not exists (select from operations o where o.tenant_id = ${ctx.tenantId} and o.operation_id = r.operation_id)`),
  )

/** Removes the names on reports that are older than the organization keeps names. Their hours and pieces stay. */
export const pruneNames = async (ctx: TenantContext, signal?: AbortSignal): Promise<void> => {
  await dropOrphans(ctx)
  const [row] = await ctx.app.db.withTenant(ctx, (tx) =>
    tx.select({ months: tenants.keepNamesMonths }).from(tenants).where(sql`tenant_id = ${ctx.tenantId}`),
  )
  if (!row || row.months === null) return
  const before = monthsBefore(ctx.app.now(), row.months)
  let removed = 0
  for (let part = namesPerPart; part > 0 && !signal?.aborted; ) {
    part = await removeNames(ctx, before)
    removed += part
  }
  if (removed > 0) await removeFromHistory(ctx, before)
}
