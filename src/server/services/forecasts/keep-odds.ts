import { eq, notInArray, sql } from 'drizzle-orm'
import type { ProjectOdds } from '#domain/odds/shop-odds.ts'
import { minuteMs } from '#domain/time/units.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { noteShopChange } from '../../db/shop-changes.ts'
import { oddsRuns, projectOdds } from '../../db/tables/odds.table.ts'
import { readPacedWork, readPaces } from '../learned/read-paces.ts'
import { writeTenant } from '../records/write-tenant.ts'
import { readForecastState } from './current-forecast.ts'
import { noteOwnWrites, prepareOdds } from './refresh-forecast.ts'
import { isUnlikely } from './unlikely-projects.ts'

/** 200 samples of so many operations take some ten seconds. In larger shops no odds are computed. */
export const mostOddsOperations = 50_000
/** Odds of the same plan are computed again after this time, because open work moves as time passes. */
const freshForMs = 30 * minuteMs
/** Dates are stored to a quarter of an hour, and chances to half a percent. */
const dateStepMs = 15 * minuteMs
const chanceSteps = 200

const dateOf = (ms: number): string => new Date(Math.ceil(ms / dateStepMs) * dateStepMs).toISOString()

const rowOf = ({ projectId, p10Ms, p50Ms, p80Ms, p90Ms, onTimeChance }: ProjectOdds) => ({
  project_id: projectId,
  p10: dateOf(p10Ms),
  p50: dateOf(p50Ms),
  p80: dateOf(p80Ms),
  p90: dateOf(p90Ms),
  on_time_chance: onTimeChance === null ? null : Math.round(onTimeChance * chanceSteps) / chanceSteps,
})

interface Stamp {
  readonly planVersion: number
  readonly nowMs: number
}

/** Stores the odds of all projects in place of the earlier ones, and tells browsers which projects to read again. */
const storeOdds = (
  ctx: TenantContext,
  odds: readonly ProjectOdds[],
  { planVersion, nowMs }: Stamp,
  own: number[],
): Promise<void> =>
  writeTenant(ctx, async ({ tx, record }) => {
    const { tenantId } = ctx
    const run = { planVersion, computedAt: new Date(nowMs) }
    const ids = odds.map(({ projectId }) => projectId)
    const gone = await tx
      .delete(projectOdds)
      .where(sql`${eq(projectOdds.tenantId, tenantId)} and ${notInArray(projectOdds.projectId, ids)}`)
      .returning({ projectId: projectOdds.projectId })
    const { rows: changed } = await tx.execute<{ projectId: string }>(sql`
      insert into project_odds (tenant_id, project_id, p10, p50, p80, p90, on_time_chance, unlikely_since)
      select ${tenantId}, n.project_id, n.p10, n.p50, n.p80, n.p90, n.on_time_chance,
        case when ${isUnlikely} then ${run.computedAt.toISOString()}::timestamptz end
      from json_to_recordset(${JSON.stringify(odds.map(rowOf))}::json) as n(project_id uuid, p10 timestamptz, p50 timestamptz,
        p80 timestamptz, p90 timestamptz, on_time_chance float8)
      left join project_forecasts f on f.tenant_id = ${tenantId} and f.project_id = n.project_id
      where exists (select from projects p where p.tenant_id = ${tenantId} and p.project_id = n.project_id)
      on conflict (tenant_id, project_id) do update set p10 = excluded.p10, p50 = excluded.p50, p80 = excluded.p80,
        p90 = excluded.p90, on_time_chance = excluded.on_time_chance,
        unlikely_since = case when excluded.unlikely_since is not null
          then coalesce(project_odds.unlikely_since, excluded.unlikely_since) end
      where (project_odds.p10, project_odds.p50, project_odds.p80, project_odds.p90, project_odds.on_time_chance,
          project_odds.unlikely_since is null)
        is distinct from (excluded.p10, excluded.p50, excluded.p80, excluded.p90, excluded.on_time_chance,
          excluded.unlikely_since is null)
      returning project_id as "projectId"`)
    await tx
      .insert(oddsRuns)
      .values({ tenantId, ...run })
      .onConflictDoUpdate({ target: oddsRuns.tenantId, set: run })
    const projectIds = [...gone, ...changed].map(({ projectId }) => projectId)
    if (projectIds.length === 0) return
    const number = await noteShopChange(
      tx,
      { tenantId, now: run.computedAt },
      { change: { projectIds }, planTouched: false },
    )
    if (number !== null) own.push(number)
    record.changed('forecast')
  })

/**
 * Computes and stores the odds of all projects, unless the stored ones belong to the current plan and are recent. Stores none until paces
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
    await storeOdds(ctx, [], { planVersion, nowMs }, own)
    return
  }
  const { answer, ...asOf } = await prepareOdds(ctx, await readPacedWork(ctx), signal)
  noteOwnWrites(ctx, own)
  await storeOdds(ctx, answer, asOf, own)
}
