import { sql } from 'drizzle-orm'
import { type Dashboard, dashboardRows, dashboardWeeks } from '#contract/dashboard.ts'
import { countOverCapacity } from '#domain/analytics/load-percent.ts'
import { stalledAfterDays } from '#domain/analytics/stalled.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/transaction.ts'
import { readLoadMatrix } from '../analytics/get-load-matrix.ts'
import { scheduledProjects } from '../analytics/planned-work.ts'
import { preferHashes } from '../analytics/read-json.ts'
import { readOrganisation } from '../analytics/resolve-range.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { readJson } from '../forecasts/operations-of-ids.ts'
import { lastChanges } from '../history/last-changes.ts'
import { selectStalled } from '../operation-lists/select-operations-list.ts'
import { isCompletedSql } from '../operations/is-completed-sql.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import { findLastRun } from './find-last-run.ts'
import { listDashboardProjects } from './list-dashboard-projects.ts'
import { selectActivity } from './select-activity.ts'

/** The stalled operations that are listed, the longest first. */
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

/** As `isNotPlaced`: open work of projects under way that the plan has no end for. */
const countNotPlaced = async (ctx: TenantContext, tx: Tx): Promise<number> => {
  const [count = 0] = await readJson<number>(
    tx,
    sql`select count(*) as r from ${operationsInForce(ctx.tenantId)}
      where scheduled_end_date is null and not ${isCompletedSql()} and project_id in (${scheduledProjects(ctx)})`,
  )
  return count
}

/**
 * What needs a decision today. Projects and operations stand where the forecast has them, work centers are judged by the load
 * matrix. `timeZone` = the reader's, for the fourteen days.
 */
export const getDashboard = async (
  ctx: TenantContext,
  query: { readonly timeZone?: string | undefined },
): Promise<Dashboard> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const nowMs = ctx.app.now().getTime()
    const { timeZone } = await readOrganisation(ctx, tx)
    const projects = await listDashboardProjects(ctx, tx, query.timeZone ?? timeZone)
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
        overCapacity: countOverCapacity(load.workCentres),
      },
      stalledAfterDays,
      late: projects.late,
      pastDue: projects.pastDue,
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
