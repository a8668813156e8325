import { type SQL, sql } from 'drizzle-orm'
import type { DateColumns, OperationDateColumns } from '#contract/schedule.ts'
import { instantUnits, writeIds, writeSteps } from '#domain/columns.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { findRun } from '../scheduling-runs/find-run.ts'
import { datesOfRun } from '../scheduling-runs/run-moves.ts'

const ms = (instant: SQL): SQL => sql`coalesce(${epochMs(instant)}, 0)`

/** Reads rows with an `id`, `starts`, `ends`, `need_by`, `p10` and `p90` as one row of JSON text, which is faster than many typed rows. */
const readDates = async (tx: Tx, rows: SQL): Promise<OperationDateColumns> => {
  const { rows: found } = await tx.execute<{ dates: string }>(sql`select json_build_object(
    'ids', coalesce(json_agg(id), '[]'), 'startMs', coalesce(json_agg(${ms(sql`starts`)}), '[]'),
    'endMs', coalesce(json_agg(${ms(sql`ends`)}), '[]'), 'needByMs', coalesce(json_agg(${ms(sql`need_by`)}), '[]'),
    'p10Ms', coalesce(json_agg(${ms(sql`p10`)}), '[]'), 'p90Ms', coalesce(json_agg(${ms(sql`p90`)}), '[]'))::text as dates
    from (${rows}) dates`)
  const { ids, startMs, endMs, needByMs, p10Ms, p90Ms } = JSON.parse(found[0]?.dates ?? '{}') as DateColumns
  const after = { endMs: 'startMs', needByMs: 'endMs', p10Ms: 'endMs', p90Ms: 'p10Ms' } as const
  return { ids: writeIds(ids), ...writeSteps({ startMs, endMs, needByMs, p10Ms, p90Ms }, instantUnits, after) }
}

/** The forecast of all open operations that have one, with their need-by and odds. */
export const getForecastDates = async (ctx: TenantContext): Promise<OperationDateColumns> => {
  await awaitForecast(ctx)
  return readTenant(ctx, (tx) =>
    readDates(
      tx,
      sql`select operation_id as id, forecast_start as starts, forecast_end as ends, need_by, p10, p90
        from operation_forecasts left join operation_odds using (tenant_id, operation_id)
        where tenant_id = ${ctx.tenantId} and forecast_end is not null order by of_project_id, forecast_end`,
    ),
  )
}

/**
 * The dates that a run gave to operations. Dates that it did not change may be missing, and all of them if its plan was
 * deleted or the run did not succeed. Throws 404.
 */
export const getRunDates = (ctx: TenantContext, { runId }: { runId: string }): Promise<OperationDateColumns> =>
  readTenant(ctx, async (tx) => {
    const { status } = await findRun(ctx, tx, runId)
    return readDates(tx, datesOfRun(ctx.tenantId, status === 'Succeeded' ? runId : null))
  })
