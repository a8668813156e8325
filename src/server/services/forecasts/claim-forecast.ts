import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'

/** Longer than most forecasts take. After that another server may compute the same rows, which is harmless. */
const claimedFor = '30 seconds'
const lookEveryMs = 25

/** False when another server is computing the forecast. */
const claim = (ctx: TenantContext, serverId: string): Promise<boolean> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const { rows } = await tx.execute(sql`
      insert into forecast_claims as c (tenant_id, claimed_by, until)
      values (${ctx.tenantId}, ${serverId}, clock_timestamp() + ${claimedFor}::interval)
      on conflict (tenant_id) do update set claimed_by = excluded.claimed_by, until = excluded.until
      where c.until < clock_timestamp() or c.claimed_by = excluded.claimed_by returning tenant_id`)
    return rows.length > 0
  })

const release = async (ctx: TenantContext, serverId: string): Promise<void> => {
  await ctx.app.db.withTenant(ctx, (tx) =>
    tx.execute(sql`delete from forecast_claims where tenant_id = ${ctx.tenantId} and claimed_by = ${serverId}`),
  )
}

const isClaimed = async (ctx: TenantContext): Promise<boolean> => {
  const { rows } = await readTenant(ctx, (tx) =>
    tx.execute(sql`select from forecast_claims where tenant_id = ${ctx.tenantId} and until >= clock_timestamp()`),
  )
  return rows.length > 0
}

/** Does the work, unless another server is doing it. Then it waits until that server has finished or its claim expires. */
export const doOrAwait = async (ctx: TenantContext, serverId: string, work: () => Promise<void>): Promise<void> => {
  // At most one process uses the embedded database.
  if (ctx.app.db.engine === 'embedded') return work()
  if (await claim(ctx, serverId)) return work().finally(() => release(ctx, serverId))
  while (await isClaimed(ctx)) await setTimeout(lookEveryMs)
}
