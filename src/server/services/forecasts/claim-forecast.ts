import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'

/** A server that has not renewed its claim for this long has died. The others wait no longer for it. */
const claimedForMs = 30_000
const renewalsEach = 3
const lookEveryMs = 25

/** Claims the forecast, or renews the own claim. False when another server is computing the forecast. */
const claim = (ctx: TenantContext, serverId: string, forMs: number): Promise<boolean> =>
  ctx.app.db.withTenant(ctx, async (tx) => {
    const { rows } = await tx.execute(sql`
      insert into forecast_claims as c (tenant_id, claimed_by, until)
      values (${ctx.tenantId}, ${serverId}, clock_timestamp() + make_interval(secs => ${forMs / 1_000}))
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

/** Does the work and renews the claim meanwhile. */
const doClaimed = async (
  ctx: TenantContext,
  serverId: string,
  work: () => Promise<void>,
  forMs: number,
): Promise<void> => {
  let renewal: Promise<unknown> = Promise.resolve()
  const renewing = setInterval(() => {
    renewal = claim(ctx, serverId, forMs).catch(() => undefined)
  }, forMs / renewalsEach)
  try {
    await work()
  } finally {
    clearInterval(renewing)
    await renewal
    await release(ctx, serverId)
  }
}

/** Does the work, unless another server is doing it. Then it waits until that server has finished or its claim expires. */
export const doOrAwait = async (
  ctx: TenantContext,
  serverId: string,
  work: () => Promise<void>,
  forMs = claimedForMs,
): Promise<void> => {
  // At most one process uses the embedded database.
  if (ctx.app.db.engine === 'embedded') return work()
  if (await claim(ctx, serverId, forMs)) return doClaimed(ctx, serverId, work, forMs)
  while (await isClaimed(ctx)) await setTimeout(lookEveryMs)
}
