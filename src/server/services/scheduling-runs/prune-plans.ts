import { sql } from 'drizzle-orm'
import type { AppServices, TenantContext } from '../../context.ts'
import { planInForce } from '../../db/operations-in-force.ts'
import { noProject, noteShopChange } from '../../db/shop-changes.ts'
import { lockTenant } from '../records/tenant-row.ts'

/** Runs that can be reverted: the newest 20, and up to 50 while their plans together have at most half a million placements. */
const keptRuns = 50
const keptAlways = 20
const keptPlacements = 500_000
/** A prepared plan comes in force within this time, else it can be deleted. */
const preparingMs = 10 * 60_000
/** Rows of one transaction, because all requests share the single connection of the embedded database. */
const rowsPerPart = 4_000
/** Condition on plans `n`: prepared to come in force. The run of an applied proposal is stored only when its plan does. */
const isPrepared = sql`(kind = 'switch' or (run_id is not null and not exists (
  select from scheduling_runs r where r.tenant_id = n.tenant_id and r.run_id = n.run_id)))`
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Deletes a plan that is not in force, in parts. Other requests can run between the parts. */
export const dropPlan = async (ctx: TenantContext, planId: string): Promise<void> => {
  const own = sql`tenant_id = ${ctx.tenantId} and plan_id = ${planId} and plan_id <> ${planInForce(ctx.tenantId)}`
  for (let left = true; left; ) {
    left = await ctx.app.db.withTenant(
      ctx,
      async (tx) => {
        const { rows } = await tx.execute<{ count: number }>(sql`
          with gone as (delete from placements where ${own} and operation_id <= coalesce((select operation_id from placements
            where ${own} order by operation_id offset ${rowsPerPart - 1} limit 1), ${lastId}::uuid) returning 1)
          select count(*)::int as count from gone`)
        return (rows[0]?.count ?? 0) >= rowsPerPart
      },
      'long',
    )
  }
  await ctx.app.db.withTenant(ctx, (tx) => {
    return tx.execute(sql`delete from plans where ${own}`)
  })
}

/** Marks runs whose own plan (it has the id of the run) is too old as no longer revertible. Returns these plans, and those of failed and cancelled runs. */
const markOldPlans = (ctx: TenantContext): Promise<string[]> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    await lockTenant(ctx, tx)
    const { rows } = await tx.execute<{ planId: string }>(sql`
      with kept as (
        select plan_id, based_on from (
          select n.plan_id, n.based_on, row_number() over newest_first as place, sum(n.size) over newest_first as placements
          from plans n join scheduling_runs r on r.tenant_id = n.tenant_id and r.run_id = n.plan_id
          where n.tenant_id = ${ctx.tenantId} and r.status in ('Succeeded', 'Running')
          window newest_first as (order by r.started_at desc, r.run_id desc)) ranked
        where place <= ${keptAlways} or (place <= ${keptRuns} and placements <= ${keptPlacements}))
      select plan_id as "planId" from plans n where tenant_id = ${ctx.tenantId} and plan_id <> ${planInForce(ctx.tenantId)}
        and (not ${isPrepared} or created_at < ${new Date(ctx.app.now().getTime() - preparingMs).toISOString()}::timestamptz)
        and not exists (select from kept where n.plan_id in (kept.plan_id, kept.based_on))`)
    const ids = rows.map(({ planId }) => planId)
    await tx.execute(sql`update scheduling_runs set progress = progress || '{"canRevert": false, "isKept": false}'
      where tenant_id = ${ctx.tenantId} and run_id = any(${sql.param(ids)}::uuid[])`)
    const change = ids.length > 0 ? noProject : null
    await noteShopChange(tx, { tenantId: ctx.tenantId, now: ctx.app.now() }, { change, planTouched: false })
    return ids
  })

/** Organizations with plans that a revert replaced, or that no run ended well with. The next run would delete them, if there is one. */
export const findOldPlans = (app: AppServices): Promise<string[]> =>
  app.db.readSystem(async (tx) => {
    const { rows } = await tx.execute<{ tenantId: string }>(sql`
      select distinct n.tenant_id as "tenantId" from plans n join tenants t on t.tenant_id = n.tenant_id
      where n.plan_id <> t.plan_id and (n.kind = 'switch' or (n.run_id is not null and not exists (
        select from scheduling_runs r where r.tenant_id = n.tenant_id and r.run_id = n.run_id and r.status in ('Succeeded', 'Running'))))`)
    return rows.map(({ tenantId }) => tenantId)
  })

/** Deletes the plans of failed and cancelled runs, plans too old to be reverted, and plans on which no kept plan is based. */
export const prunePlans = async (ctx: TenantContext, signal?: AbortSignal): Promise<void> => {
  for (const planId of await markOldPlans(ctx)) if (!signal?.aborted) await dropPlan(ctx, planId)
}
