import { eq, sql } from 'drizzle-orm'
import { weekOf } from '#domain/analytics/weeks.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
import type { AppServices, TenantContext } from '../../context.ts'
import { instantOf } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { noProject, noteShopChange } from '../../db/shop-changes.ts'
import { forecasts } from '../../db/tables/forecasts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { writeTenant } from '../records/write-tenant.ts'

const columns = {
  tenantId: tenants.tenantId,
  timeZone: tenants.timeZone,
  weekStartsOn: tenants.weekStartsOn,
  recordedWeek: forecasts.recordedWeek,
}
type Row = Record<'tenantId' | 'timeZone', string> & { weekStartsOn: number; recordedWeek: string | null }

/** First day of the present week of an organization. */
const presentWeek = ({ timeZone, weekStartsOn }: Row, nowMs: number): string =>
  weekOf(localDate(nowMs, timeZone), weekStartsOn)

const isMissing = (row: Row, nowMs: number): boolean => (row.recordedWeek ?? '') < presentWeek(row, nowMs)

/**
 * At most so many organizations whose forecasts of the present week are not stored yet, whether or not people are active there. Chosen at
 * random, so that one that cannot be computed does not keep others waiting.
 */
export const findMissingWeeks = async (app: AppServices, most: number): Promise<string[]> => {
  const rows = await app.db.readSystem((tx) =>
    tx
      .select(columns)
      .from(tenants)
      .leftJoin(forecasts, eq(forecasts.tenantId, tenants.tenantId))
      .where(eq(tenants.status, 'Active'))
      .orderBy(sql`random()`),
  )
  const nowMs = app.now().getTime()
  return rows
    .filter((row) => isMissing(row, nowMs))
    .slice(0, most)
    .map(({ tenantId }) => tenantId)
}

/** The present week of the organization, if its forecasts are not stored yet; null = they are. */
export const findMissingWeek = (ctx: TenantContext): Promise<{ week: string; fromMs: number } | null> =>
  readTenant(ctx, async (tx) => {
    const [row] = await tx
      .select(columns)
      .from(tenants)
      .leftJoin(forecasts, eq(forecasts.tenantId, tenants.tenantId))
      .where(eq(tenants.tenantId, ctx.tenantId))
    const nowMs = ctx.app.now().getTime()
    if (!row || !isMissing(row, nowMs)) return null
    const week = presentWeek(row, nowMs)
    return { week, fromMs: dateOnlyToMs(week, row.timeZone, 0) }
  })

/**
 * Stores what is said this week about the end of each open project: forecast, odds, ship date and main cause. Does nothing if that has been
 * done, or while the stored forecast is older than the week or belongs to another plan. Odds that are older are left out. Of several servers
 * one claims the week; nothing about it is history.
 */
export const keepPastForecasts = async (ctx: TenantContext): Promise<void> => {
  const missing = await findMissingWeek(ctx)
  if (!missing) return
  const { tenantId } = ctx
  const { week, fromMs } = missing
  await writeTenant(ctx, async ({ tx }) => {
    const { rows } = await tx.execute(sql`
      with claimed as (
        update forecasts set recorded_week = ${week}::date where tenant_id = ${tenantId}
          and (recorded_week is null or recorded_week < ${week}::date) and computed_at >= ${instantOf(fromMs)}
          and plan_version = (select plan_version from tenants where tenant_id = ${tenantId})
        returning plan_version, computed_at)
      insert into past_forecasts (tenant_id, project_id, week, said_at, forecast_end, p10, p50, p80, p90, on_time_chance,
        planned_ship_date, cause, cause_category_id)
      select ${tenantId}, f.project_id, ${week}::date, claimed.computed_at, f.completion, o.p10, o.p50, o.p80, o.p90, o.on_time_chance,
        p.planned_ship_date, c.cause ->> 'code', (c.cause ->> 'categoryId')::uuid
      from claimed
        join project_forecasts f on f.tenant_id = ${tenantId} and f.completion > claimed.computed_at and f.state in ('late', 'atRisk', 'onTime')
        join projects p on p.tenant_id = f.tenant_id and p.project_id = f.project_id
        cross join lateral (select case when f.state = 'late' then f.parts -> 0 -> 'cause' end as cause) c
        left join odds_runs r on r.tenant_id = ${tenantId} and r.plan_version = claimed.plan_version and r.computed_at >= ${instantOf(fromMs)}
        left join project_odds o on o.tenant_id = r.tenant_id and o.project_id = f.project_id
      on conflict do nothing returning project_id`)
    if (rows.length > 0)
      await noteShopChange(tx, { tenantId, now: ctx.app.now() }, { change: noProject, planTouched: false })
  })
}
