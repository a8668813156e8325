import { sql } from 'drizzle-orm'
import type { AppServices, TenantContext } from '../../context.ts'
import { noProject, noteShopChange } from '../../db/shop-changes.ts'

/** Older forecasts say little about how the shop works now. */
const keptYears = 2

const keptFrom = (app: AppServices): string => {
  const from = app.now()
  return new Date(Date.UTC(from.getUTCFullYear() - keptYears, from.getUTCMonth(), from.getUTCDate()))
    .toISOString()
    .slice(0, 10)
}

/** Organizations with past forecasts that are older than two years. */
export const findOldForecasts = (app: AppServices): Promise<string[]> =>
  app.db.readSystem(async (tx) => {
    const { rows } = await tx.execute<{ tenantId: string }>(sql`
      select tenant_id as "tenantId" from tenants t where exists (
        select from past_forecasts f where f.tenant_id = t.tenant_id and f.week < ${keptFrom(app)}::date)`)
    return rows.map(({ tenantId }) => tenantId)
  })

/** Deletes past forecasts that are older than two years, one week in each transaction. */
export const prunePastForecasts = async (ctx: TenantContext, signal?: AbortSignal): Promise<void> => {
  const { app, tenantId } = ctx
  for (let left = true; left && !signal?.aborted; ) {
    left = await app.db.withTenant(ctx, async (tx) => {
      const { rows } = await tx.execute(sql`
        delete from past_forecasts where tenant_id = ${tenantId} and week = (
          select min(week) from past_forecasts where tenant_id = ${tenantId} and week < ${keptFrom(app)}::date)
        returning project_id`)
      if (rows.length === 0) return false
      await noteShopChange(tx, { tenantId, now: app.now() }, { change: noProject, planTouched: false })
      return true
    })
  }
}
