import type { TenantContext } from '#server/context.ts'
import { projectOdds } from '#server/db/tables/odds.table.ts'

/** Stores the odds of a project as a computation does, done around a day: a tenth before it, and 80 % by three days after it. */
export const storeOdds = async (
  ctx: TenantContext,
  projectId: string,
  { day, onTimeChance }: { readonly day: string; readonly onTimeChance: number | null },
): Promise<void> => {
  const after = (days: number): Date => new Date(Date.parse(`${day}T15:00:00Z`) + days * 86_400_000)
  const dates = { p10: after(-2), p50: after(0), p80: after(3), p90: after(4) }
  await ctx.app.db.withTenant(ctx, (tx) =>
    tx.insert(projectOdds).values({ tenantId: ctx.tenantId, projectId, onTimeChance, ...dates }),
  )
}
