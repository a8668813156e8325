import { type SQL, sql } from 'drizzle-orm'
import { isStalled } from '#domain/analytics/stalled.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs, readJson } from '../analytics/read-json.ts'
import type { PlanProject } from './select-plan-state.ts'

const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`

/** When each of these records last had one of `fields` changed, by history (epoch ms by id). */
export const lastChanges = async (
  ctx: TenantContext,
  tx: Tx,
  entity: 'operation' | 'project',
  fields: readonly string[],
  ids: readonly string[],
): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const names = sql.join(
    fields.map((field) => sql`changes @> ${JSON.stringify([{ field }])}::jsonb`),
    sql` or `,
  )
  return new Map(
    await readJson<[string, number]>(
      tx,
      [sql`entity_id`, epochMs(sql`at`)],
      sql`(select entity_id, max(at) as at from history_entries where tenant_id = ${ctx.tenantId}
        and entity = ${entity} and entity_id = any(${uuids(ids)}) and (${names}) group by 1) h`,
    ),
  )
}

/** Started operations of scheduled projects whose progress has not moved for days, the longest first. */
export const selectStalled = async (ctx: TenantContext, tx: Tx, scheduled: readonly PlanProject[]) => {
  const nowMs = ctx.app.now().getTime()
  const begun = scheduled.flatMap((project) =>
    project.started
      .filter(([, , , startedMs]) => isStalled(startedMs, nowMs))
      .map(([operationId, name, progressPercent, startedMs]) => ({
        project,
        operationId,
        name,
        progressPercent,
        startedMs,
      })),
  )
  const moved = await lastChanges(
    ctx,
    tx,
    'operation',
    ['progressPercentage'],
    begun.map(({ operationId }) => operationId),
  )
  return begun
    .map(({ startedMs, ...rest }) => ({
      ...rest,
      sinceMs: Math.max(moved.get(rest.operationId) ?? startedMs, startedMs),
    }))
    .filter(({ sinceMs }) => isStalled(sinceMs, nowMs))
    .sort((a, b) => a.sinceMs - b.sinceMs || (a.operationId < b.operationId ? -1 : 1))
}
