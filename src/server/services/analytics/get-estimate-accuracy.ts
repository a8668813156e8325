import { sql } from 'drizzle-orm'
import type { EstimateAccuracy } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { estimateAccuracy, type FinishedWork } from '#domain/analytics/estimate-accuracy.ts'
import type { WorkCalendar } from '#domain/time/work-calendar.ts'
import type { TenantContext } from '../../context.ts'
import { isCompletedSql, operationsInForce } from '../../db/operations-in-force.ts'
import { epochMs, instantOf, preferHashes, readJsonArrays } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readTenantSettings, resolveRange } from './resolve-range.ts'
import { readCalendars } from './work-center-calendars.ts'

export interface EstimateQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly categoryId?: string | undefined
  readonly phase?: ProjectPhase | undefined
}

/** The operations of one work center as columns. */
type Row = [categoryId: string, plannedHours: number[], startMs: number[], endMs: number[]]

/**
 * Compares the working hours between the actual start and the actual end of operations with their estimates. Counts
 * operations with a work center, an estimate and both dates, on the day when they ended.
 */
export const getEstimateAccuracy = (ctx: TenantContext, query: EstimateQuery): Promise<EstimateAccuracy> =>
  readTenant(ctx, async (tx) => {
    const tenant = await readTenantSettings(ctx, tx)
    const { timeZone } = tenant
    const range = resolveRange(query, timeZone, ctx.app.now().getTime())
    const own = query.categoryId ? sql`category_id = ${query.categoryId}` : sql`category_id is not null`
    const inPhase = query.phase
      ? sql`and project_id in (select project_id from projects where tenant_id = ${ctx.tenantId} and current_phase = ${query.phase})`
      : sql``
    await preferHashes(tx)
    const rows = await readJsonArrays<Row>(
      tx,
      [sql`category_id`, sql`planned`, sql`starts`, sql`ends`],
      sql`(select category_id, json_agg(duration_hours) as planned, json_agg(${epochMs(sql`actual_start_date`)}) as starts,
          json_agg(${epochMs(sql`actual_end_date`)}) as ends
        from ${operationsInForce(ctx.tenantId)} where ${isCompletedSql()} and duration_hours > 0
        and actual_start_date is not null and actual_end_date >= ${instantOf(range.fromMs)}
        and actual_end_date < ${instantOf(range.toMs)} and ${own} ${inPhase} group by 1) o`,
    )
    const earliestMs = rows.reduce(
      (earliest, [, , starts]) => starts.reduce((a, b) => Math.min(a, b), earliest),
      range.fromMs,
    )
    const calendars = await readCalendars(ctx, tx, earliestMs)
    const rowOf = new Map(rows.map((row) => [row[0], row]))
    const workOf = (categoryId: string, calendar: WorkCalendar): FinishedWork[] => {
      const [, planned = [], starts = [], ends = []] = rowOf.get(categoryId) ?? []
      return planned.map((plannedHours, index) => ({
        plannedHours,
        actualHours: (calendar.toWork(ends[index] ?? 0) - calendar.toWork(starts[index] ?? 0)) / 3_600_000,
      }))
    }
    return {
      timeZone,
      from: range.from,
      to: range.to,
      workCenters: calendars.flatMap(({ center: { categoryId, name, color }, calendar }) => {
        const figures = estimateAccuracy(workOf(categoryId, calendar))
        return figures ? [{ categoryId, name, color, ...figures }] : []
      }),
    }
  })
