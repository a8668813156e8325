import type { EstimateAccuracy } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { estimateAccuracy, type FinishedWork } from '#domain/analytics/estimate-accuracy.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readFinishedWork } from '../work-time/read-finished-work.ts'
import { readTenantSettings, resolveRange } from './resolve-range.ts'
import { readWorkCenters } from './work-center-calendars.ts'

export interface EstimateQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly categoryId?: string | undefined
  readonly phase?: ProjectPhase | undefined
}

/**
 * Compares the actual hours of operations with their estimates. Counts operations with a work center and an estimate, on the day when
 * they ended. Those without recorded intervals count if both of their actual dates are known.
 */
export const getEstimateAccuracy = (ctx: TenantContext, query: EstimateQuery): Promise<EstimateAccuracy> =>
  readTenant(ctx, async (tx) => {
    const { timeZone } = await readTenantSettings(ctx, tx)
    const { from, to, fromMs, toMs } = resolveRange(query, timeZone, ctx.app.now().getTime())
    const { categoryId, phase } = query
    const finished = await readFinishedWork(ctx, tx, { fromMs, toMs, categoryId, phase })
    const workOf = Map.groupBy(
      finished.categoryId.map((at, index): FinishedWork & { categoryId: string } => ({
        categoryId: at,
        plannedHours: finished.estimateHours[index] ?? 0,
        actualHours: finished.actualHours[index] ?? 0,
        includesWaiting: finished.includesWaiting[index] ?? false,
      })),
      (work) => work.categoryId,
    )
    const centers = await readWorkCenters(ctx, tx)
    return {
      timeZone,
      from,
      to,
      workCenters: centers.flatMap(({ categoryId: id, name, color }) => {
        const figures = estimateAccuracy(workOf.get(id) ?? [])
        return figures ? [{ categoryId: id, name, color, ...figures }] : []
      }),
    }
  })
