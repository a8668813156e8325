import { setTimeout } from 'node:timers/promises'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { DatabaseFault } from '../../db/database-fault.ts'
import { notify } from '../../db/notify.ts'
import { noProject, noteShopChange } from '../../db/shop-changes.ts'
import { forecasts, operationForecasts, projectForecasts } from '../../db/tables/forecasts.table.ts'
import { AppError } from '../../errors.ts'
import { lockTenant } from '../records/tenant-row.ts'
import { planChannel, writeTenant } from '../records/write-tenant.ts'
import type { ForecastPart, ForecastParts } from './forecast-parts.ts'

const names = (columns: readonly { name: string }[], prefix = ''): SQL =>
  sql.join(
    columns.map(({ name }) => sql.raw(`${prefix}"${name}"`)),
    sql`, `,
  )

/** SQL type of a column in a JSON row. Instants are `timestamptz`. */
const typeOf = (dataType: string, sqlType: string): SQL => sql.raw(dataType === 'date' ? 'timestamptz' : sqlType)

interface Upsert<T extends PgTable> {
  readonly table: T
  /** Rows with the field names of the table, without their organization. */
  readonly rowsJson: string
  /** Condition on `n`: the record of the row still exists. */
  readonly hasOwner: SQL
  readonly key: string
  /** Values of columns that are not in the row, or that an update sets differently. */
  readonly kept?: Readonly<Record<string, SQL>>
}

/** Writes the rows that differ from the stored ones, and returns their keys. */
const upsert = async <T extends PgTable>(
  tx: Tx,
  tenantId: string,
  { table, rowsJson, hasOwner, key, kept = {} }: Upsert<T>,
): Promise<string[]> => {
  if (rowsJson === '[]') return []
  const columns = Object.entries(getTableColumns(table)).filter(
    ([field]) => field !== 'tenantId' && field !== 'recoveredAt',
  )
  const own = columns.map(([, column]) => column)
  const values = own.filter(({ name }) => name !== key)
  const compared = values.filter(({ name }) => !(name in kept))
  const fields = columns.map(
    ([field, column]) => sql`${sql.identifier(field)} ${typeOf(column.dataType, column.getSQLType())}`,
  )
  const set = [...new Set([...values.map(({ name }) => name), ...Object.keys(kept)])]
  const { rows } = await tx.execute<{ key: string }>(sql`
    insert into ${table} (tenant_id, ${names(own)})
    select ${tenantId}, ${sql.join(
      columns.map(([field]) => sql`n.${sql.identifier(field)}`),
      sql`, `,
    )}
    from json_to_recordset(${rowsJson}::json) as n(${sql.join(fields, sql`, `)}) where exists (${hasOwner})
    on conflict (tenant_id, ${sql.identifier(key)}) do update set ${sql.join(
      set.map((name) => sql`${sql.identifier(name)} = ${kept[name] ?? sql`excluded.${sql.identifier(name)}`}`),
      sql`, `,
    )}
    where (${sql.join(
      compared.map(({ name }) => sql`${table}.${sql.identifier(name)}`),
      sql`, `,
    )}) is distinct from (${names(compared, 'excluded.')})
    returning ${sql.identifier(key)} as key`)
  return rows.map(({ key: written }) => written)
}

const projectsOf = async (tx: Tx, tenantId: string, operationIds: readonly string[]): Promise<string[]> => {
  if (operationIds.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`select distinct project_id as id from operations
    where tenant_id = ${tenantId} and operation_id = any(${sql.param([...operationIds])}::uuid[])`)
  return rows.map(({ id }) => id)
}

/** The states of some projects that people are notified about, as one text. */
const wordsOf = async (tx: Tx, tenantId: string, projectsJson: string): Promise<string> => {
  const { rows } = await tx.execute<{ words: string | null }>(sql`
    select string_agg(concat_ws(' ', project_id, state, past_due_days is null), ',' order by project_id) as words
    from project_forecasts where tenant_id = ${tenantId} and project_id in (
      select "projectId" from json_to_recordset(${projectsJson}::json) as n("projectId" uuid))`)
  return rows[0]?.words ?? ''
}

/** Makes the lateness of projects be evaluated again, although nobody changed the plan. */
const evaluateLatenessAgain = async (tx: Tx, tenantId: string): Promise<void> => {
  await tx.execute(sql`update tenants set told_day = null where tenant_id = ${tenantId}`)
  await notify(tx, planChannel, tenantId)
}

export interface ForecastStamp {
  readonly planVersion: number
  readonly nowMs: number
  /** Whether to tell browsers when something has changed. */
  readonly isNews: boolean
}

const writePart = async (
  { tenantId }: TenantContext,
  tx: Tx,
  { operationsJson, projectsJson }: ForecastPart,
  nowMs: number,
): Promise<number | null> => {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const before = sql`operation_forecasts`
  const isOverdue = sql`excluded.standing = 'overdue'`
  const operations = await upsert(tx, tenantId, {
    table: operationForecasts,
    rowsJson: operationsJson,
    hasOwner: sql`select from operations o where o.tenant_id = ${tenantId} and o.operation_id = n."operationId"`,
    key: 'operation_id',
    kept: {
      recovered_at: sql`case when ${before}.standing = 'overdue' and not (${isOverdue}) then ${now}
        when ${isOverdue} then null else ${before}.recovered_at end`,
      overdue_since: sql`case when ${isOverdue} then excluded.overdue_since else ${before}.overdue_since end`,
    },
  })
  const words = await wordsOf(tx, tenantId, projectsJson)
  const projects = await upsert(tx, tenantId, {
    table: projectForecasts,
    rowsJson: projectsJson,
    hasOwner: sql`select from projects p where p.tenant_id = ${tenantId} and p.project_id = n."projectId"`,
    key: 'project_id',
  })
  if (projects.length > 0 && words !== (await wordsOf(tx, tenantId, projectsJson)))
    await evaluateLatenessAgain(tx, tenantId)
  const projectIds = [...projects, ...(await projectsOf(tx, tenantId, operations))]
  const note = { change: projectIds.length > 0 ? { projectIds } : null, planTouched: false }
  return noteShopChange(tx, { tenantId, now: new Date(nowMs) }, note)
}

/** The part waited for a lock, closed a circle of locks, or one of its operations was deleted meanwhile. */
const givesWayFor = ['55P03', '40P01', '23503']

const mustGiveWay = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof DatabaseFault && givesWayFor.includes(error.cause.code)

/** Less than one second, after which PostgreSQL ends one of two deadlocked transactions. */
const givesWayAfterMs = 250

/**
 * Writes a part before it locks the organization, so that edits wait only for its end. A request that deletes these rows
 * already has that lock and waits for the rows. Then the part is rolled back, and written again with the lock.
 */
const storePart = async (ctx: TenantContext, part: ForecastPart, nowMs: number): Promise<number | null> => {
  const { db } = ctx.app
  try {
    return await db.withTenant(
      ctx,
      async (tx) => {
        await tx.execute(sql`select set_config('lock_timeout', ${String(givesWayAfterMs)}, true)`)
        return writePart(ctx, tx, part, nowMs)
      },
      'long',
    )
  } catch (error) {
    if (!mustGiveWay(error)) throw error
    return db.withTenant(
      ctx,
      async (tx) => {
        await lockTenant(ctx, tx)
        return writePart(ctx, tx, part, nowMs)
      },
      'long',
    )
  }
}

/**
 * Stores the changed rows of a forecast, in parts, and tells browsers if `isNews`. Recovered work keeps the time since when
 * it was overdue, and the time when its recovery was found. Adds the change number of each write to `numbers` at once.
 */
export const storeForecast = async (
  ctx: TenantContext,
  { parts, operationCount, comparedWithMs }: ForecastParts,
  { planVersion, nowMs, isNews }: ForecastStamp,
  numbers: number[],
): Promise<void> => {
  const { tenantId } = ctx
  for (const part of parts) {
    const beganAtMs = performance.now()
    const noted = await storePart(ctx, part, nowMs)
    if (noted !== null) numbers.push(noted)
    // Pauses for as long as the part took, so that other requests can run.
    if (part !== parts.at(-1)) await setTimeout(performance.now() - beganAtMs)
  }
  const isOther = numbers.length > 0
  const stamp = { planVersion, operationCount, computedAt: new Date(nowMs), comparedWith: new Date(comparedWithMs) }
  await writeTenant(ctx, async ({ tx, record }) => {
    const [before] = await tx.select().from(forecasts).where(eq(forecasts.tenantId, tenantId))
    // Lists show what is new since `comparedWith`.
    if (before?.comparedWith.getTime() !== comparedWithMs)
      await noteShopChange(tx, { tenantId, now: new Date(nowMs) }, { change: noProject, planTouched: false })
    await tx
      .insert(forecasts)
      .values({ tenantId, ...stamp })
      .onConflictDoUpdate({ target: forecasts.tenantId, set: stamp })
    if (isOther && isNews) record.changed('forecast')
  })
}
