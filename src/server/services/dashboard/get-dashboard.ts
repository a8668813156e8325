import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Dashboard, dashboardRows, dashboardWeeks } from '#contract/dashboard.ts'
import { countOverCapacity } from '#domain/analytics/load-percent.ts'
import { stalledAfterDays } from '#domain/analytics/stalled.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql, operationsInForce } from '../../db/operations-in-force.ts'
import { preferHashes, readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { schedulingRuns } from '../../db/tables/scheduling-runs.table.ts'
import { readLoadMatrix } from '../analytics/get-load-matrix.ts'
import { readTenantSettings } from '../analytics/resolve-range.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { lastChanges } from '../history/select-history.ts'
import { selectStalled } from '../operation-lists/select-operations-list.ts'
import { scheduledProjects } from '../operations/planned-work.ts'
import { presentRun, type RunRow } from '../scheduling-runs/present-run.ts'
import { listDashboardProjects } from './list-dashboard-projects.ts'
import { selectActivity } from './select-activity.ts'

/** The newest successful run that was neither a preview nor reverted. */
const newestPlan = async (ctx: TenantContext, tx: Tx): Promise<RunRow | undefined> => {
  const [row] = await tx
    .select()
    .from(schedulingRuns)
    .where(
      and(
        eq(schedulingRuns.tenantId, ctx.tenantId),
        eq(schedulingRuns.status, 'Succeeded'),
        eq(schedulingRuns.preview, false),
        isNull(schedulingRuns.revertedAt),
      ),
    )
    .orderBy(desc(schedulingRuns.startedAt), desc(schedulingRuns.runId))
    .limit(1)
  return row
}

/**
 * The run, and the number of later changes that affect the plan. `plan_version` counts them, plus one for the commit.
 */
const findLastRun = async (ctx: TenantContext, tx: Tx): Promise<Dashboard['lastRun']> => {
  const row = await newestPlan(ctx, tx)
  if (!row) return null
  const { rows } = await tx.execute<{ version: string }>(
    sql`select plan_version::text as version from tenants where tenant_id = ${ctx.tenantId}`,
  )
  const changesSince = row.inputVersion === null ? null : Math.max(0, Number(rows[0]?.version) - row.inputVersion - 1)
  return { run: presentRun(row), changesSince }
}

/** The listed stalled operations, the longest stalled first. */
const listStalled = async (
  ctx: TenantContext,
  tx: Tx,
  stalled: ReadonlyMap<string, number>,
): Promise<Dashboard['stalled']> => {
  const listed = [...stalled]
    .sort(([a, since], [b, other]) => since - other || (a < b ? -1 : 1))
    .slice(0, dashboardRows.stalled)
  const rows = await readJson<Omit<Dashboard['stalled'][number], 'since'>>(
    tx,
    sql`select json_build_object('operationId', operation_id, 'name', o.name, 'projectId', o.project_id,
        'projectNumber', project_number, 'projectName', project_name, 'progressPercentage', o.progress_percent) as r
      from operations o join projects using (tenant_id, project_id)
      where tenant_id = ${ctx.tenantId} and operation_id = any(${sql.param(listed.map(([id]) => id))}::uuid[])`,
  )
  const rowOf = new Map(rows.map((row) => [row.operationId, row]))
  return listed.flatMap(([id, sinceMs]) => {
    const row = rowOf.get(id)
    return row ? { ...row, since: new Date(sinceMs).toISOString() } : []
  })
}

/** As `isNotPlaced`: open work of open projects without an end in the plan. */
const countNotPlaced = async (ctx: TenantContext, tx: Tx): Promise<number> => {
  const [count = 0] = await readJson<number>(
    tx,
    sql`select count(*) as r from ${operationsInForce(ctx.tenantId)}
      where scheduled_end_date is null and not ${isCompletedSql()} and project_id in (${scheduledProjects(ctx)})`,
  )
  return count
}

/**
 * Everything that needs a decision today. The state of projects and operations comes from the forecast, that of work
 * centers from the load matrix. The fourteen days are those of the reader.
 */
export const getDashboard = async (ctx: TenantContext): Promise<Dashboard> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const nowMs = ctx.app.now().getTime()
    const { timeZone } = await readTenantSettings(ctx, tx)
    const projects = await listDashboardProjects(ctx, tx)
    const stalled = await selectStalled(ctx, tx)
    const heldSince = await lastChanges(
      ctx,
      tx,
      'project',
      ['currentPhase', 'status'],
      projects.held.map(({ projectId }) => projectId),
    )
    const sinceOf = (projectId: string): string | null => {
      const sinceMs = heldSince.get(projectId)
      return sinceMs === undefined ? null : new Date(sinceMs).toISOString()
    }
    const listed = {
      stalled: await listStalled(ctx, tx, stalled),
      lastRun: await findLastRun(ctx, tx),
      activity: await selectActivity(ctx, tx),
    }
    await preferHashes(tx)
    const load = await readLoadMatrix(ctx, tx, { weeks: dashboardWeeks })
    const { projects: count, ...figures } = projects.figures
    return {
      now: new Date(nowMs).toISOString(),
      timeZone,
      projects: count,
      figures: {
        ...figures,
        stalled: stalled.size,
        notPlaced: await countNotPlaced(ctx, tx),
        overCapacity: countOverCapacity(load.workCenters),
      },
      stalledAfterDays,
      late: projects.late,
      pastDue: projects.pastDue,
      unlikely: projects.unlikely,
      shipping: projects.shipping,
      held: projects.held.map(({ projectId, projectNumber, projectName }) => ({
        projectId,
        projectNumber,
        projectName,
        since: sinceOf(projectId),
      })),
      load,
      ...listed,
    }
  })
}
