import { type SQL, sql } from 'drizzle-orm'
import type { ProjectFlow } from '#contract/analytics.ts'
import type { ProjectPhase, ProjectStatus } from '#contract/vocabulary.ts'
import { roundTwo } from '#domain/analytics/figures.ts'
import {
  countPhasesAt,
  entriesInto,
  type KnownProject,
  type PhaseChange,
  type PhaseStep,
  phaseLeadTimes,
  phaseSteps,
} from '#domain/analytics/phase-timeline.ts'
import { weekBounds, weeksBetween } from '#domain/analytics/weeks.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { localDate } from '#domain/time/zone-dates.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql, operationsInForce } from '../../db/operations-in-force.ts'
import { epochMs, instantOf, readJsonArrays } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { readTenantSettings, resolveRange } from './resolve-range.ts'

type FieldChange<T> = { from: T | null; to: T | null } | null
type ChangeRow = [
  projectId: string,
  atMs: number,
  kind: PhaseChange['kind'],
  phase: FieldChange<ProjectPhase>,
  status: FieldChange<ProjectStatus>,
]
type ProjectRow = [projectId: string, createdMs: number, phase: ProjectPhase, status: ProjectStatus]

const change = (field: string) => sql`jsonb_path_query_first(changes, ${`$[*] ? (@.field == "${field}")`}::jsonpath)`
const names = (field: string) => sql`changes @> ${JSON.stringify([{ field }])}::jsonb`

/** The phases and statuses of all existing and deleted projects over time, from history and the present records. */
const selectPhaseLives = async (ctx: TenantContext, tx: Tx): Promise<PhaseStep[][]> => {
  const present = await readJsonArrays<ProjectRow>(
    tx,
    [sql`project_id`, epochMs(sql`created_at`), sql`current_phase`, sql`status`],
    sql`projects where tenant_id = ${ctx.tenantId}`,
  )
  const changes = await readJsonArrays<ChangeRow>(
    tx,
    [sql`entity_id`, epochMs(sql`at`), sql`action`, sql`phase`, sql`status`],
    sql`(select entity_id, at, action, ${change('currentPhase')} as phase, ${change('status')} as status
      from history_entries where tenant_id = ${ctx.tenantId} and entity = 'project'
        and (action <> 'update' or ${names('currentPhase')} or ${names('status')})
      order by at, history_id) h`,
  )
  const byProject = new Map<string, PhaseChange[]>()
  for (const [projectId, atMs, kind, phase, status] of changes) {
    const line = { atMs, kind, phase: phase ?? undefined, status: status ?? undefined }
    const list = byProject.get(projectId)
    if (list) list.push(line)
    else byProject.set(projectId, [line])
  }
  const known = new Map<string, KnownProject>(
    present.map(([projectId, createdMs, phase, status]) => [projectId, { createdMs, phase, status }]),
  )
  return [...new Set([...known.keys(), ...byProject.keys()])].map((projectId) =>
    phaseSteps(byProject.get(projectId) ?? [], known.get(projectId) ?? null),
  )
}

interface FlowQuery {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Narrows the operations to one work center. */
  readonly categoryId?: string | undefined
}

/** The number (from 1) of the week between `bounds` (epoch ms) that contains an instant, found by binary search. */
const weekNumber = (instant: SQL, bounds: readonly number[]): SQL =>
  sql`width_bucket(${instant}, ${`{${bounds.map((bound) => new Date(bound).toISOString()).join(',')}}`}::timestamptz[])`

type Sum = [week: number, count: number, hours: number]

/** Counts and sums by the number of the week. */
const sumByWeek = async (tx: Tx, week: SQL, hours: SQL, from: SQL): Promise<Map<number, Sum>> => {
  const rows = await readJsonArrays<Sum>(
    tx,
    [sql`week`, sql`count`, sql`hours`],
    sql`(select ${week} as week, count(*) as count, ${hours} as hours from ${from} group by 1) s`,
  )
  return new Map(rows.map((row) => [row[0], row]))
}

/**
 * Projects by phase and status at the end of each week, from history. Also per week: shipped projects (actual ship date),
 * projects that entered Complete, and completed operations (actual end) with their planned hours. Also the days per phase.
 * Counts whole weeks.
 */
export const getProjectFlow = (ctx: TenantContext, query: FlowQuery): Promise<ProjectFlow> =>
  readTenant(ctx, async (tx) => {
    const nowMs = ctx.app.now().getTime()
    const { timeZone, weekStartsOn, historyFrom } = await readTenantSettings(ctx, tx)
    const { from: asked, to } = resolveRange(query, timeZone, nowMs)
    // Weeks whose history has been deleted, or a part of it, cannot be counted.
    const known = historyFrom && addDays(localDate(historyFrom.getTime(), timeZone), 6)
    const isCut = known !== null && known > asked
    const from = isCut ? known : asked
    const weeks = from > to ? [] : weeksBetween(from, to, weekStartsOn)
    const bounds = weekBounds(weeks[0] ?? from, weeks.length, timeZone)
    const [firstMs, lastMs] = [bounds[0] ?? nowMs, bounds.at(-1) ?? nowMs]
    const lives = await selectPhaseLives(ctx, tx)
    const within = (instant: SQL): SQL => sql`${instant} >= ${instantOf(firstMs)} and ${instant} < ${instantOf(lastMs)}`
    const shipped = await sumByWeek(
      tx,
      weekNumber(sql`actual_ship_date`, bounds),
      sql`0`,
      sql`projects where tenant_id = ${ctx.tenantId} and current_phase = 'shipped' and ${within(sql`actual_ship_date`)}`,
    )
    const own = query.categoryId ? sql`and category_id = ${query.categoryId}` : sql``
    const finished = await sumByWeek(
      tx,
      weekNumber(sql`actual_end_date`, bounds),
      sql`sum(duration_hours)`,
      sql`${operationsInForce(ctx.tenantId, 'all')} where ${isCompletedSql()} and ${within(sql`actual_end_date`)} ${own}`,
    )
    const completions = entriesInto(lives, 'complete')
    const counts = countPhasesAt(
      lives,
      // The last instant of the week, because the state at midnight belongs to the next week.
      bounds.slice(1).map((endMs) => Math.min(endMs - 1, nowMs)),
    )
    return {
      timeZone,
      from: weeks[0] ?? from,
      to,
      weeks: weeks.map((week, index) => {
        const [beginMs, endMs] = [bounds[index] ?? 0, bounds[index + 1] ?? 0]
        return {
          week,
          phases: counts[index]?.phases ?? ({} as never),
          statuses: counts[index]?.statuses ?? ({} as never),
          shipped: shipped.get(index + 1)?.[1] ?? 0,
          completed: completions.filter((atMs) => atMs >= beginMs && atMs < endMs).length,
          operations: finished.get(index + 1)?.[1] ?? 0,
          hours: roundTwo(finished.get(index + 1)?.[2] ?? 0),
        }
      }),
      historyFrom: isCut ? (historyFrom?.toISOString() ?? null) : null,
      leadTimes: phaseLeadTimes(lives, firstMs, lastMs),
    }
  })
