import type { TenantContext } from '#server/context.ts'
import { projectOdds } from '#server/db/tables/odds.table.ts'
import { buildCategory } from './build-category.ts'
import { buildOperation } from './build-operation.ts'

const dayMs = 86_400_000

interface StoredOdds {
  readonly day: string
  readonly onTimeChance: number | null
  readonly unlikelySince?: Date
}

/** Gives a project scheduled work and odds, as a computation stores them: half of the samples end on `day`, 80 % three days later. */
export const buildOdds = async (
  ctx: TenantContext,
  projectId: string,
  { day, onTimeChance, unlikelySince }: StoredOdds,
): Promise<void> => {
  const after = (days: number): Date => new Date(Date.parse(`${day}T15:00:00Z`) + days * dayMs)
  const { categoryId } = await buildCategory(ctx, { name: `Saw of ${projectId}` })
  await buildOperation(ctx, projectId, {
    name: 'Cut',
    durationHours: 4,
    categoryId,
    scheduledStartDate: after(-1).toISOString(),
    scheduledEndDate: after(0).toISOString(),
  })
  const dates = { p10: after(-2), p50: after(0), p80: after(3), p90: after(4) }
  await ctx.app.db.withTenant(ctx, (tx) =>
    tx.insert(projectOdds).values({ tenantId: ctx.tenantId, projectId, onTimeChance, unlikelySince, ...dates }),
  )
}
