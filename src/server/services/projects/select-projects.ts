import { type SQL, sql } from 'drizzle-orm'
import { keysOf } from '#domain/record-of.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql, isOutsideSql, operationsInForce } from '../../db/operations-in-force.ts'
import { epochMs, readJsonArrays } from '../../db/read-json.ts'
import { readTableRows } from '../../db/rows-as-json.ts'
import { projectForecasts } from '../../db/tables/forecasts.table.ts'
import { projectOdds, projectOddsGaps } from '../../db/tables/odds.table.ts'
import { projects } from '../../db/tables/projects.table.ts'

const completed = isCompletedSql()
const running = sql`(actual_start_date is not null and not on_hold)`
const keyDigits = 14

/**
 * The smallest of these texts names the current operation of a project: the one in progress, else the next by schedule, then by
 * sequence, held ones last. It is found together with the sums, because one lookup per project doubled the time.
 */
const currentKey = sql`min((
  case when ${running} then '0' else '1' end || case when on_hold then '1' else '0' end
  || coalesce(lpad(greatest(${epochMs(sql`scheduled_start_date`)}, 0)::text, ${keyDigits}, '0'), 'x')
  || lpad(sequence::text, ${keyDigits}, '0') || operation_id::text) collate "C")
  filter (where not ${completed})`

/** Instants in epoch ms. */
interface Figures {
  readonly projectId: string
  readonly operationCount: number
  readonly completedCount: number
  readonly heldCount: number
  readonly hoursPlanned: number
  readonly hoursDone: number
  readonly hoursLeft: number
  readonly meanPercent: number
  readonly openEndMs: number | null
  readonly completedEndMs: number | null
  readonly currentKey: string | null
}
const figuresOf = (tenantId: string): Readonly<Record<keyof Figures, SQL>> => ({
  projectId: sql`project_id`,
  operationCount: sql`count(*)`,
  completedCount: sql`count(*) filter (where ${completed})`,
  heldCount: sql`count(*) filter (where on_hold)`,
  hoursPlanned: sql`sum(duration_hours)`,
  hoursDone: sql`sum(duration_hours * progress_percent / 100)`,
  hoursLeft: sql`sum(case when ${isOutsideSql(tenantId, sql`category_id`)} then 0 else duration_hours * (100 - progress_percent) / 100 end)`,
  meanPercent: sql`avg(progress_percent)`,
  openEndMs: epochMs(sql`max(scheduled_end_date) filter (where not ${completed})`),
  completedEndMs: epochMs(sql`max(coalesce(actual_end_date, scheduled_end_date)) filter (where ${completed})`),
  currentKey,
})

const among = (column: SQL, wanted: readonly string[]): SQL => sql`${column} = any(${sql.param([...wanted])}::uuid[])`

/** Sums over the operations of some projects, one row per project with operations. */
const selectSums = async (ctx: TenantContext, tx: Tx, wanted: readonly string[]): Promise<Figures[]> => {
  const figures = figuresOf(ctx.tenantId)
  const figureNames = keysOf(figures)
  const columns = figureNames.map((name) => sql`${figures[name]} as ${sql.identifier(name)}`)
  const rows = await readJsonArrays(
    tx,
    figureNames.map((name) => sql`${sql.identifier(name)}`),
    sql`(select ${sql.join(columns, sql`, `)} from ${operationsInForce(ctx.tenantId, 'few')}
      where ${among(sql`project_id`, wanted)} group by project_id) sums`,
  )
  return rows.map(
    (row) => Object.fromEntries(figureNames.map((name, index) => [name, row[index]])) as unknown as Figures,
  )
}

const operationIdOf = (key: string): string => key.slice(-36)

type CurrentOperation = Readonly<{ operationId: string; name: string; categoryId: string | null }>

/** The current operations of the projects. */
const selectCurrent = async (ctx: TenantContext, tx: Tx, sums: readonly Figures[]): Promise<CurrentOperation[]> => {
  const ids = sums.flatMap((row) => (row.currentKey === null ? [] : [operationIdOf(row.currentKey)]))
  if (ids.length === 0) return []
  const rows = await readJsonArrays<[string, string, string | null]>(
    tx,
    [sql`operation_id`, sql`name`, sql`category_id`],
    sql`operations where tenant_id = ${ctx.tenantId} and ${among(sql`operation_id`, ids)}`,
  )
  return rows.map(([operationId, name, categoryId]) => ({ operationId, name, categoryId }))
}

/** Instants in epoch ms. */
export interface StoredOdds {
  readonly p50Ms: number
  readonly p80Ms: number
  readonly p90Ms: number
  readonly onTimeChance: number | null
}

interface ProjectRow {
  readonly project: typeof projects.$inferSelect
  /** Its forecast. null = no forecast is stored. */
  readonly forecast: { readonly completionMs: number | null; readonly slackDays: number | null } | null
  readonly odds: StoredOdds | null
  /** The work center because of which it has no odds. */
  readonly oddsGap: string | null
}

/** Projects with their forecasts, unordered. Joined here, because a database without statistics would compare all pairs. */
const selectProjectRows = async (ctx: TenantContext, tx: Tx, wanted: readonly string[]): Promise<ProjectRow[]> => {
  const of = (table: SQL) => sql`${table} where tenant_id = ${ctx.tenantId} and ${among(sql`project_id`, wanted)}`
  const rows = await readTableRows(tx, projects, of(sql`${projects}`))
  const stored = await readJsonArrays<[string, number | null, number | null]>(
    tx,
    [sql`project_id`, epochMs(sql`completion`), sql`slack_days`],
    of(sql`${projectForecasts}`),
  )
  const forecasts = new Map(stored.map(([id, completionMs, slackDays]) => [id, { completionMs, slackDays }]))
  const drawn = await readJsonArrays<[string, number, number, number, number | null]>(
    tx,
    [sql`project_id`, epochMs(sql`p50`), epochMs(sql`p80`), epochMs(sql`p90`), sql`on_time_chance`],
    of(sql`${projectOdds}`),
  )
  const odds = new Map(
    drawn.map(([id, p50Ms, p80Ms, p90Ms, onTimeChance]) => [id, { p50Ms, p80Ms, p90Ms, onTimeChance }]),
  )
  const gaps = await readJsonArrays<[string, string]>(
    tx,
    [sql`project_id`, sql`name`],
    sql`${of(sql`${projectOddsGaps} join categories using (tenant_id)`)} and category_id = unknown_at`,
  )
  const gapOf = new Map(gaps)
  return rows.map((project) => ({
    project,
    forecast: forecasts.get(project.projectId) ?? null,
    odds: odds.get(project.projectId) ?? null,
    oddsGap: gapOf.get(project.projectId) ?? null,
  }))
}

export interface SelectedProject extends ProjectRow {
  /** Sums over its operations. null = it has none. */
  readonly figures: Figures | null
  readonly current: (CurrentOperation & { readonly running: boolean }) | null
}

/** Some projects with their figures. */
export const selectProjects = async (
  ctx: TenantContext,
  tx: Tx,
  projectIds: readonly string[],
): Promise<SelectedProject[]> => {
  const rows = await selectProjectRows(ctx, tx, projectIds)
  const sums = await selectSums(ctx, tx, projectIds)
  const sumsOf = new Map(sums.map((row) => [row.projectId, row]))
  const currentOf = new Map((await selectCurrent(ctx, tx, sums)).map((row) => [row.operationId, row]))
  return rows.map((row) => {
    const figures = sumsOf.get(row.project.projectId) ?? null
    const operation = figures?.currentKey ? currentOf.get(operationIdOf(figures.currentKey)) : undefined
    const running = figures?.currentKey?.startsWith('0') ?? false
    return { ...row, figures, current: operation ? { ...operation, running } : null }
  })
}
