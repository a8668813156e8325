import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ExplainedProject } from '#domain/forecast/explain-forecast.ts'
import type { CauseVerdict } from '#domain/forecast/operation-cause.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { forecasts, operationForecasts, projectForecasts } from '../../db/tables/forecasts.table.ts'
import { writeTenant } from '../../db/transaction.ts'

/** Rows of one statement: small enough that nobody waits long for the embedded database. */
const rowsPerWrite = 2_000

const dateOf = (ms: number | null): Date | null => (ms === null || !Number.isFinite(ms) ? null : new Date(ms))
const verdictOf = (verdict: CauseVerdict): CauseVerdict | null =>
  verdict.cause.code === 'none' && verdict.remedy.code === 'none' ? null : verdict

type OperationRow = typeof operationForecasts.$inferInsert
type ProjectRow = typeof projectForecasts.$inferInsert

const operationRows = (tenantId: string, { operations, verdicts }: ExplainedProject): OperationRow[] =>
  operations.map((of, index) => ({
    tenantId,
    operationId: of.source.operationId,
    forecastStart: dateOf(of.forecastStartMs),
    forecastEnd: dateOf(of.forecastEndMs),
    needBy: dateOf(of.needByMs),
    endsBy: dateOf(of.endsByMs),
    slackDays: of.slackDays,
    standing: of.standing,
    daysOverdue: of.daysOverdue,
    behindPlan: of.isBehindPlan,
    blocked: of.isBlocked,
    verdict: verdictOf(verdicts[index] as CauseVerdict),
    overdueSince: of.standing === 'overdue' ? dateOf(of.endsByMs) : null,
  }))

const projectRow = (tenantId: string, of: ExplainedProject): ProjectRow => {
  const parts = [...of.parts].sort((a, b) => Number(b === of.decidedBy) - Number(a === of.decidedBy) || b.days - a.days)
  return {
    tenantId,
    projectId: of.project.projectId,
    state: of.state,
    plannedCompletion: dateOf(of.plannedCompletionMs),
    completion: dateOf(of.completionMs),
    slackDays: of.slackDays,
    latenessDays: of.latenessDays,
    pastDueDays: of.pastDueDays,
    parts: parts.map(({ operation, days, waitingDays, verdict }) => ({
      operationId: operation.source.operationId,
      days,
      waitingDays,
      ...verdict,
    })),
  }
}

const names = (columns: readonly { name: string }[], prefix = ''): SQL =>
  sql.join(
    columns.map(({ name }) => sql.raw(`${prefix}"${name}"`)),
    sql`, `,
  )

interface Upsert<T extends PgTable> {
  readonly table: T
  readonly rows: readonly T['$inferInsert'][]
  /** The record that a row belongs to: rows of what was deleted meanwhile are left out. */
  readonly owner: SQL
  readonly key: readonly string[]
  /** Columns with a value of their own at an update. */
  readonly kept?: Readonly<Record<string, SQL>>
}

/** Writes rows that are not the same already; returns how many. */
const upsert = async <T extends PgTable>(
  tx: Tx,
  { table, rows, owner, key, kept = {} }: Upsert<T>,
): Promise<number> => {
  const columns = Object.entries(getTableColumns(table))
  const all = columns.map(([, column]) => column)
  const values = all.filter(({ name }) => !key.includes(name))
  const compared = values.filter(({ name }) => !(name in kept))
  const texts = rows.map((row) =>
    Object.fromEntries(columns.map(([name, column]) => [column.name, (row as Record<string, unknown>)[name] ?? null])),
  )
  const { rows: written } = await tx.execute(sql`
    insert into ${table} (${names(all)})
    select ${names(all, 'n.')} from json_populate_recordset(null::${table}, ${JSON.stringify(texts)}::json) n
    where exists (${owner})
    on conflict (${names(all.filter(({ name }) => key.includes(name)))}) do update set ${sql.join(
      values.map(({ name }) => sql`${sql.identifier(name)} = ${kept[name] ?? sql`excluded.${sql.identifier(name)}`}`),
      sql`, `,
    )}
    where (${sql.join(
      compared.map(({ name }) => sql`${table}.${sql.identifier(name)}`),
      sql`, `,
    )}) is distinct from (${names(compared, 'excluded.')})
    returning 1`)
  return written.length
}

export interface ForecastStamp {
  readonly planVersion: number
  readonly nowMs: number
  readonly comparedWithMs: number
}

/**
 * Stores a forecast, in parts, only what is not the same already, and tells browsers when something was. What was overdue and is
 * no more keeps since when it had been and when that was found.
 */
export const storeForecast = async (
  ctx: TenantContext,
  projects: readonly ExplainedProject[],
  { planVersion, nowMs, comparedWithMs }: ForecastStamp,
): Promise<void> => {
  const { tenantId } = ctx
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const before = sql`operation_forecasts`
  let changed = 0
  const write = async (operations: OperationRow[], ofProjects: ProjectRow[]): Promise<void> => {
    changed += await ctx.app.db.withTenant(ctx, async (tx) => {
      const written = await upsert(tx, {
        table: operationForecasts,
        rows: operations,
        owner: sql`select from operations o where o.tenant_id = n.tenant_id and o.operation_id = n.operation_id`,
        key: ['tenant_id', 'operation_id'],
        kept: {
          recovered_at: sql`case when ${before}.standing = 'overdue' and excluded.standing <> 'overdue' then ${now}
            when excluded.standing = 'overdue' then null else ${before}.recovered_at end`,
          overdue_since: sql`case when excluded.standing = 'overdue' then excluded.overdue_since else ${before}.overdue_since end`,
        },
      })
      const own = await upsert(tx, {
        table: projectForecasts,
        rows: ofProjects,
        owner: sql`select from projects p where p.tenant_id = n.tenant_id and p.project_id = n.project_id`,
        key: ['tenant_id', 'project_id'],
      })
      return written + own
    })
  }
  let operations: OperationRow[] = []
  let ofProjects: ProjectRow[] = []
  for (const project of projects) {
    for (const row of operationRows(tenantId, project)) operations.push(row)
    ofProjects.push(projectRow(tenantId, project))
    if (operations.length + ofProjects.length < rowsPerWrite) continue
    await write(operations, ofProjects)
    operations = []
    ofProjects = []
  }
  if (ofProjects.length > 0) await write(operations, ofProjects)
  const operationCount = projects.reduce((sum, { operations }) => sum + operations.length, 0)
  const stamp = { planVersion, operationCount, computedAt: new Date(nowMs), comparedWith: new Date(comparedWithMs) }
  await writeTenant(ctx, async (tx, record) => {
    await tx
      .insert(forecasts)
      .values({ tenantId, ...stamp })
      .onConflictDoUpdate({ target: forecasts.tenantId, set: stamp })
    if (changed > 0) record.changed('forecast')
  })
}
