import { eq } from 'drizzle-orm'
import { noOdds } from '#domain/odds/shop-odds.ts'
import { minuteMs } from '#domain/time/units.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { oddsRuns } from '../../db/tables/odds.table.ts'
import { readPacedWork, readPaces } from '../learned/read-paces.ts'
import { readForecastState } from './current-forecast.ts'
import { oddsParts } from './odds-parts.ts'
import { noteOwnWrites, prepareOdds } from './refresh-forecast.ts'
import { storeOdds } from './store-odds.ts'

/** 200 samples of so many operations take some ten seconds. In larger shops no odds are computed. */
export const mostOddsOperations = 50_000
/** Odds of the same plan are computed again after this time, because open work moves as time passes. */
const freshForMs = 30 * minuteMs
/**
 * Computes and stores the odds of all projects and open operations, unless the stored ones belong to the current plan and are recent. Stores none until paces
 * have been learned. Throws `StoppedError` when a person asks for remedies meanwhile or `signal` is aborted; the caller then tries again.
 */
export const keepOdds = async (ctx: TenantContext, signal: AbortSignal): Promise<void> => {
  const { operationCount, isOfPlan, planVersion } = await readForecastState(ctx)
  // A forecast that is missing is computed by its own job, and comes first.
  if (!isOfPlan || planVersion === null || operationCount > mostOddsOperations) return
  const nowMs = ctx.app.now().getTime()
  const [last] = await readTenant(ctx, (tx) => tx.select().from(oddsRuns).where(eq(oddsRuns.tenantId, ctx.tenantId)))
  if (last?.planVersion === planVersion && nowMs - last.computedAt.getTime() < freshForMs) return
  const { groups } = await readPaces(ctx)
  const own: number[] = []
  if (groups.length === 0) {
    await storeOdds(ctx, oddsParts(noOdds, nowMs), { planVersion, nowMs }, own)
    return
  }
  const { answer, ...asOf } = await prepareOdds(ctx, await readPacedWork(ctx), signal)
  noteOwnWrites(ctx, own)
  await storeOdds(ctx, answer, asOf, own)
}
