import { type SQL, sql } from 'drizzle-orm'
import { type Dashboard, dashboardRows, type LateProject } from '#contract/dashboard.ts'
import type { ProjectPhase, ProjectState } from '#contract/vocabulary.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { dateOnlyToMs, localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, instantOf, readJson } from '../../db/read-json.ts'
import type { StoredLatePart } from '../../db/tables/forecasts.table.ts'
import { readNextSteps } from '../forecasts/kept-remedies.ts'
import { presentPart } from '../forecasts/list-late-parts.ts'
import { nameVerdicts } from '../forecasts/name-verdicts.ts'
import { isUnlikely } from '../forecasts/unlikely-projects.ts'
import { presentOdds } from '../projects/read-projects.ts'
import type { StoredOdds } from '../projects/select-projects.ts'

const soonDays = 14

interface ProjectRow {
  readonly projectId: string
  readonly projectNumber: string
  readonly projectName: string
  readonly priority: number
  readonly phase: ProjectPhase
  readonly state: ProjectState
  readonly shipMs: number | null
  readonly plannedMs: number | null
  readonly forecastMs: number | null
  readonly latenessDays: number | null
  readonly pastDueDays: number | null
  readonly odds: StoredOdds | null
  readonly mainCause: StoredLatePart | null
  readonly nextStep: StoredLatePart | null
  /** The names of the operations of both, by id. */
  readonly names: Readonly<Record<string, string>>
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

const presentRow = (row: ProjectRow): Dashboard['shipping'][number] => {
  const { projectId, projectNumber, projectName, priority, phase, state, shipMs, plannedMs } = row
  const projectedMs = plannedMs ?? shipMs
  return {
    projectId,
    projectNumber,
    projectName,
    priority,
    phase,
    state,
    plannedShipDate: iso(shipMs),
    projectedCompletionDate: iso(projectedMs),
    projectedFrom: projectedMs === null ? 'none' : plannedMs === null ? 'shipDate' : 'schedule',
    forecastCompletionDate: iso(row.forecastMs),
    latenessDays: row.latenessDays,
    pastDueDays: row.pastDueDays,
    // Without a forecast they belong to an earlier state of the project.
    odds: row.forecastMs === null ? null : presentOdds(row.odds),
  }
}

const forecastProjects = sql`projects left join project_forecasts using (tenant_id, project_id)
  left join project_odds using (tenant_id, project_id)`

/** Projects with their forecasts and odds. */
const readRows = (ctx: TenantContext, tx: Tx, condition: SQL, order: SQL, limit: number): Promise<ProjectRow[]> =>
  readJson<ProjectRow>(
    tx,
    sql`select json_build_object('projectId', project_id, 'projectNumber', project_number, 'projectName', project_name,
        'priority', priority, 'phase', current_phase, 'state', coalesce(state, 'unscheduled'),
        'shipMs', ${epochMs(sql`planned_ship_date`)}, 'plannedMs', ${epochMs(sql`planned_completion`)},
        'forecastMs', ${epochMs(sql`completion`)}, 'latenessDays', lateness_days, 'pastDueDays', past_due_days,
        'odds', case when project_odds.project_id is not null then json_build_object('p50Ms', ${epochMs(sql`p50`)},
          'p80Ms', ${epochMs(sql`p80`)}, 'p90Ms', ${epochMs(sql`p90`)}, 'onTimeChance', on_time_chance) end,
        'mainCause', parts -> 0, 'nextStep', step, 'names', (select coalesce(json_object_agg(operation_id, name), '{}') from operations o
          where o.tenant_id = projects.tenant_id
            and o.operation_id in ((parts -> 0 ->> 'operationId')::uuid, (step ->> 'operationId')::uuid))) as r
      from ${forecastProjects}
      left join lateral (select part as step from jsonb_array_elements(parts) with ordinality as ordered(part, place)
        where part -> 'remedy' ->> 'code' <> 'none' order by place limit 1) steps on true
      where tenant_id = ${ctx.tenantId} and ${condition} order by ${order}, project_number limit ${limit}`,
  )

const explained = async (ctx: TenantContext, tx: Tx, rows: readonly ProjectRow[]): Promise<LateProject[]> => {
  const parts = rows.flatMap(({ mainCause, nextStep }) => [mainCause, nextStep])
  const asOf = { tenantId: ctx.tenantId, nowMs: ctx.app.now().getTime() }
  const steps = await readNextSteps(
    tx,
    asOf,
    rows.map(({ projectId }) => projectId),
  )
  const present = presentPart(await nameVerdicts(tx, ctx.tenantId, parts))
  return rows.map((row) => {
    const { mainCause, nextStep, names } = row
    return {
      ...presentRow(row),
      mainCause: mainCause && present(mainCause, names),
      nextStep: nextStep && present(nextStep, names),
      remedy: steps.get(row.projectId) ?? null,
    }
  })
}

/** As in the list that the figure opens: all projects not shipped, including complete ones and those on hold. */
const isPastDue = sql`past_due_days is not null`

/** Projects not shipped or cancelled that are planned to ship within the next days of the reader's calendar. */
const shipsSoon = (zone: string, nowMs: number): SQL => {
  const today = localDate(nowMs, zone)
  return sql`current_phase not in ('shipped', 'cancelled')
    and planned_ship_date >= ${instantOf(dateOnlyToMs(today, zone, 0))}
    and planned_ship_date < ${instantOf(dateOnlyToMs(addDays(today, soonDays + 1), zone, 0))}`
}

type Counts = readonly [
  projects: number,
  late: number,
  pastDue: number,
  unlikely: number,
  onHold: number,
  soon: number,
  ready: number,
]

const worst = sql`greatest(lateness_days, past_due_days) desc, priority desc`

/** How many projects are late or past due, and the worst of them with cause and next step. */
export const listLateProjects = async (
  ctx: TenantContext,
  tx: Tx,
  most: number,
): Promise<{ total: number; late: number; pastDue: number; projects: LateProject[] }> => {
  const isLate = sql`(state = 'late' or ${isPastDue})`
  const countIf = (condition: SQL): SQL => sql`count(*) filter (where ${condition})`
  const [[total, late, pastDue] = [0, 0, 0]] = await readJson<readonly [number, number, number]>(
    tx,
    sql`select json_build_array(${countIf(isLate)}, ${countIf(sql`state = 'late'`)}, ${countIf(isPastDue)}) as r
      from projects left join project_forecasts using (tenant_id, project_id) where tenant_id = ${ctx.tenantId}`,
  )
  const rows = await readRows(ctx, tx, isLate, worst, most)
  return { total, late, pastDue, projects: await explained(ctx, tx, rows) }
}

/** The number of projects, and the projects that need a decision, worst first. */
export const listDashboardProjects = async (ctx: TenantContext, tx: Tx) => {
  const soon = shipsSoon(ctx.timeZone, ctx.app.now().getTime())
  const countIf = (condition: SQL): SQL => sql`count(*) filter (where ${condition})`
  const [counts = [0, 0, 0, 0, 0, 0, 0]] = await readJson<Counts>(
    tx,
    sql`select json_build_array(count(*), ${countIf(sql`state = 'late'`)}, ${countIf(isPastDue)}, ${countIf(isUnlikely)},
        ${countIf(sql`state = 'onHold'`)}, ${countIf(soon)}, ${countIf(sql`${soon} and state = 'complete'`)}) as r
      from ${forecastProjects} where tenant_id = ${ctx.tenantId}`,
  )
  const [projects, late, pastDue, unlikely, onHold, shipsSoonCount, shipsSoonReady] = counts
  const lateRows = await readRows(ctx, tx, sql`state = 'late'`, worst, dashboardRows.late)
  const pastDueRows = await readRows(ctx, tx, isPastDue, sql`past_due_days desc, priority desc`, dashboardRows.late)
  const least = sql`on_time_chance, priority desc`
  const unlikelyRows = await readRows(ctx, tx, isUnlikely, least, dashboardRows.unlikely)
  const soonRows = await readRows(ctx, tx, soon, sql`planned_ship_date, priority desc`, dashboardRows.shipping)
  const held = await readRows(ctx, tx, sql`state = 'onHold'`, sql`priority desc`, dashboardRows.held)
  return {
    figures: { projects, late, pastDue, unlikely, onHold, shipsSoon: shipsSoonCount, shipsSoonReady },
    late: await explained(ctx, tx, lateRows),
    pastDue: await explained(ctx, tx, pastDueRows),
    unlikely: await explained(ctx, tx, unlikelyRows),
    shipping: soonRows.map(presentRow),
    held,
  }
}
