import { sql } from 'drizzle-orm'
import type { EstimateAccuracy } from '#contract/analytics.ts'
import type { ProjectPhase } from '#contract/vocabulary.ts'
import { estimateAccuracy, type FinishedWork } from '#domain/analytics/estimate-accuracy.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import { epochMs, instantOf, preferHashes, readJson } from './read-json.ts'
import { readOrganisation, resolveRange } from './resolve-range.ts'
import { readCalendars } from './work-centre-calendars.ts'

export interface EstimateQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly categoryId?: string | undefined
  readonly phase?: ProjectPhase | undefined
}

type Row = [categoryId: string, plannedHours: number, startMs: number, endMs: number]

/**
 * How long operations took against their estimate: the working hours of their work centre between actual start and actual
 * end, against the duration. Operations with a work centre, an estimate and both dates, by the day they ended on.
 */
export const getEstimateAccuracy = (ctx: TenantContext, query: EstimateQuery): Promise<EstimateAccuracy> =>
  readTenant(ctx, async (tx) => {
    const organisation = await readOrganisation(ctx, tx)
    const { timeZone } = organisation
    const range = resolveRange(query, timeZone, ctx.app.now().getTime())
    const own = query.categoryId ? sql`category_id = ${query.categoryId}` : sql`category_id is not null`
    const inPhase = query.phase
      ? sql`and project_id in (select project_id from projects where tenant_id = ${ctx.tenantId} and current_phase = ${query.phase})`
      : sql``
    await preferHashes(tx)
    const rows = await readJson<Row>(
      tx,
      [sql`category_id`, sql`duration_hours`, epochMs(sql`actual_start_date`), epochMs(sql`actual_end_date`)],
      sql`${operationsInForce(ctx.tenantId)} where status = 'Completed' and duration_hours > 0
        and actual_start_date is not null and actual_end_date >= ${instantOf(range.fromMs)}
        and actual_end_date < ${instantOf(range.toMs)} and ${own} ${inPhase}`,
    )
    const earliestMs = rows.reduce((earliest, row) => Math.min(earliest, row[2]), range.fromMs)
    const calendars = await readCalendars(ctx, tx, organisation, earliestMs)
    const work = new Map<string, FinishedWork[]>(calendars.map(({ centre }) => [centre.categoryId, []]))
    const calendarOf = new Map(calendars.map(({ centre, calendar }) => [centre.categoryId, calendar]))
    for (const [categoryId, plannedHours, startMs, endMs] of rows) {
      const calendar = calendarOf.get(categoryId)
      if (!calendar) continue
      const actualHours = (calendar.toWork(endMs) - calendar.toWork(startMs)) / 3_600_000
      work.get(categoryId)?.push({ plannedHours, actualHours })
    }
    return {
      timeZone,
      from: range.from,
      to: range.to,
      workCentres: calendars.flatMap(({ centre: { categoryId, name, color } }) => {
        const figures = estimateAccuracy(work.get(categoryId) ?? [])
        return figures ? [{ categoryId, name, color, ...figures }] : []
      }),
    }
  })
