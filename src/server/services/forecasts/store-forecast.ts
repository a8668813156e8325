import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { notify } from '../../db/notify.ts'
import { noProject, noteShopChange } from '../../db/shop-changes.ts'
import { forecasts, operationForecasts, projectForecasts } from '../../db/tables/forecasts.table.ts'
import { planChannel, writeTenant } from '../records/write-tenant.ts'
import type { ForecastPart, ForecastParts } from './forecast-parts.ts'
import { givingWayToEdits, upsert } from './store-rows.ts'

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
    const noted = await givingWayToEdits(ctx, (tx) => writePart(ctx, tx, part, nowMs))
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
