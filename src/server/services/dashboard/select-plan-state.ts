import { sql } from 'drizzle-orm'
import { dashboardWeeks } from '#contract/dashboard.ts'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { leftHours } from '../analytics/planned-work.ts'
import { epochMs, instantOf, readJson } from '../analytics/read-json.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

export type StartedRow = [operationId: string, name: string, progressPercent: number, startedMs: number]
export type WorkRow = [categoryId: string, startMs: number, leftHours: number]

type PlanRow = [
  projectId: string,
  projectNumber: string,
  projectName: string,
  priority: number,
  phase: ProjectPhase,
  status: ProjectStatus,
  shipMs: number | null,
  openCount: number | null,
  openEndMs: number | null,
  completedEndMs: number | null,
  started: StartedRow[] | null,
  work: WorkRow[] | null,
]

const completed = sql`status = 'Completed'`

/**
 * Every project with what the dashboard judges it by, from one pass over the operations: ends of open and of completed
 * ones, those that have begun, and the planned work of the next weeks.
 */
export const selectPlanState = async (ctx: TenantContext, tx: Tx) => {
  // A day more, as the answer may be an hour old.
  const before = instantOf(ctx.app.now().getTime() + (dashboardWeeks * 7 + 1) * 86_400_000)
  const begun = sql`not ${completed} and not on_hold and actual_start_date is not null`
  const ahead = sql`not ${completed} and not on_hold and category_id is not null and scheduled_start_date < ${before}`
  const rows = await readJson<PlanRow>(
    tx,
    [
      ...['project_id', 'project_number', 'project_name', 'priority', 'current_phase', 'status'].map(
        (name) => sql`p.${sql.identifier(name)}`,
      ),
      epochMs(sql`p.planned_ship_date`),
      ...['open_count', 'open_end', 'completed_end', 'started', 'work'].map((name) => sql`o.${sql.identifier(name)}`),
    ],
    sql`projects p left join (
      select project_id, count(*) filter (where not ${completed}) as open_count,
        ${epochMs(sql`max(scheduled_end_date) filter (where not ${completed})`)} as open_end,
        ${epochMs(sql`max(coalesce(actual_end_date, scheduled_end_date)) filter (where ${completed})`)} as completed_end,
        json_agg(json_build_array(operation_id, name, progress_percent, ${epochMs(sql`actual_start_date`)}))
          filter (where ${begun}) as started,
        json_agg(json_build_array(category_id, ${epochMs(sql`scheduled_start_date`)}, ${leftHours}))
          filter (where ${ahead}) as work
      from ${operationsInForce(ctx.tenantId)} group by 1) o using (project_id)
    where p.tenant_id = ${ctx.tenantId}`,
  )
  return rows.map(
    ([
      projectId,
      projectNumber,
      projectName,
      priority,
      phase,
      status,
      shipMs,
      openCount,
      openEnd,
      completedEnd,
      ...rest
    ]) => ({
      projectId,
      projectNumber,
      projectName,
      priority,
      phase,
      status,
      plannedShipMs: shipMs,
      hasOpenWork: (openCount ?? 0) > 0,
      // What is open counts only when some of it is scheduled.
      scheduledEndMs: (openCount ?? 0) > 0 && openEnd === null ? null : later(openEnd, completedEnd),
      started: rest[0] ?? [],
      work: rest[1] ?? [],
    }),
  )
}
export type PlanProject = Awaited<ReturnType<typeof selectPlanState>>[number]

const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)
