import { eq, type SQL, sql } from 'drizzle-orm'
import { isStalled } from '#domain/analytics/stalled.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { isCompletedSql } from '../../db/operations-in-force.ts'
import { epochMs, preferHashes, readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import { forecasts } from '../../db/tables/forecasts.table.ts'
import { tenants } from '../../db/tables/tenants.table.ts'
import { awaitForecast } from '../forecasts/current-forecast.ts'
import { lastChanges } from '../history/select-history.ts'
import { scheduledProjects } from '../operations/planned-work.ts'
import { type FoundWord, joinAsWritten, type QueryFacts } from './join-sources.ts'
import type { OperationSelection } from './operation-query.ts'
import { readWindow } from './operation-window.ts'

/** An operation with its actual start (epoch ms). */
type Begun = readonly [operationId: string, startedMs: number]

/**
 * The begun operations without progress for days, with the time of their last progress (epoch ms by id). Without any report
 * that is their actual start.
 */
const selectUnmoved = async (ctx: TenantContext, tx: Tx, begun: readonly Begun[]): Promise<Map<string, number>> => {
  const nowMs = ctx.app.now().getTime()
  const old = begun.filter(([, startedMs]) => isStalled(startedMs, nowMs))
  const moved = await lastChanges(
    ctx,
    tx,
    'operation',
    ['progressPercentage'],
    old.map(([operationId]) => operationId),
  )
  return new Map(
    old
      .map(([operationId, startedMs]): [string, number] => [
        operationId,
        Math.max(moved.get(operationId) ?? startedMs, startedMs),
      ])
      .filter(([, sinceMs]) => isStalled(sinceMs, nowMs)),
  )
}

/** Begun and stalled operations of open projects that are not on hold, with the time of their last progress (epoch ms). */
export const selectStalled = async (ctx: TenantContext, tx: Tx): Promise<Map<string, number>> => {
  const begun = await readJson<[string, number]>(
    tx,
    sql`select json_build_array(operation_id, ${epochMs(sql`actual_start_date`)}) as r
      from operations where tenant_id = ${ctx.tenantId} and actual_start_date is not null and not on_hold
        and not ${isCompletedSql()} and project_id in (${scheduledProjects(ctx)})`,
  )
  return selectUnmoved(ctx, tx, begun)
}

/** Found before the operations are read, because the database has no idea how many operations a search by subqueries would match. */
const findWords = (tx: Tx, { tenantId }: TenantContext, search = ''): Promise<FoundWord[]> => {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const idsOf = (id: SQL, table: SQL, text: SQL) =>
    sql`(select coalesce(json_agg(${id}), '[]') from ${table} where tenant_id = ${tenantId} and strpos(lower(${text}), word) > 0)`
  return readJson<FoundWord>(
    tx,
    sql`select json_build_object('word', word,
        'projectIds', ${idsOf(sql`project_id`, sql`projects`, sql`project_number || ' ' || project_name || ' ' || customer_name`)},
        'categoryIds', ${idsOf(sql`category_id`, sql`categories`, sql`name`)}) as r from unnest(${sql.param(words)}::text[]) word`,
  )
}

/** Runs a query over the matching operations, with the present forecast. */
export const querySelection = async <T>(
  ctx: TenantContext,
  selection: OperationSelection,
  work: (tx: Tx, facts: QueryFacts) => Promise<T>,
): Promise<T> => {
  await awaitForecast(ctx)
  return readTenant(ctx, async (tx) => {
    const nowMs = ctx.app.now().getTime()
    const [organization] = await tx
      .select({
        timeZone: tenants.timeZone,
        comparedWith: forecasts.comparedWith,
        usesMaterial: sql<boolean>`exists (select 1 from operations
          where tenant_id = ${ctx.tenantId} and material_ready_date is not null)`,
      })
      .from(tenants)
      .leftJoin(forecasts, eq(forecasts.tenantId, tenants.tenantId))
      .where(eq(tenants.tenantId, ctx.tenantId))
    const facts: QueryFacts = {
      tenantId: ctx.tenantId,
      timeZone: organization?.timeZone ?? 'UTC',
      readerZone: ctx.timeZone,
      nowMs,
      usesMaterial: organization?.usesMaterial ?? false,
      comparedWithMs: organization?.comparedWith?.getTime() ?? nowMs,
      stalledIds: selection.stalled ? [...(await selectStalled(ctx, tx)).keys()] : [],
      foundWords: selection.search ? await findWords(tx, ctx, selection.search) : [],
    }
    await preferHashes(tx)
    await tx.execute(joinAsWritten)
    return work(tx, facts)
  })
}

/** Ids of all matching operations, in order. */
export const selectOperationIds = (ctx: TenantContext, selection: OperationSelection): Promise<string[]> =>
  querySelection(ctx, selection, (tx, facts) => readWindow(tx, selection, facts, { offset: 0, limit: null }))
