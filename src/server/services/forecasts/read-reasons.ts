import { sql } from 'drizzle-orm'
import { type HoldChange, heldTime } from '#domain/forecast/held-time.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationsOfIds } from '../../db/operations-in-force.ts'
import { epochMs, readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { FoundReasons, WantedReasons } from './forecast-parts.ts'

const idsPerRead = 2_000

type ChangeRow = [entityId: string, field: string, to: unknown, atMs: number]

/** Changes of the holds of operations and projects from history, by id. */
const readHolds = async (
  tx: Tx,
  tenantId: string,
  operationIds: readonly string[],
  projectIds: readonly string[],
): Promise<Map<string, HoldChange[]>> => {
  // One index lookup for each id. For a list of ids the database would read all of history.
  const entries = (entity: string, ids: readonly string[], fields: readonly string[]) =>
    sql`select at, history_id, entity_id, change from unnest(${sql.param([...new Set(ids)])}::uuid[]) as wanted(id)
      cross join lateral (select at, history_id, entity_id, changes from history_entries where tenant_id = ${tenantId}
        and entity = ${entity} and entity_id = wanted.id offset 0) h, jsonb_array_elements(changes) as change
      where change ->> 'field' = any(${sql.param([...fields])}::text[])`
  const changes = await readJson<ChangeRow>(
    tx,
    sql`select json_build_array(entity_id, change -> 'field', change -> 'to', ${epochMs(sql`at`)}) as r from (
      ${entries('operation', operationIds, ['onHold'])}
      union all ${entries('project', projectIds, ['currentPhase', 'status'])} order by at, history_id) h`,
  )
  const holds = new Map<string, HoldChange[]>()
  for (const [id, field, to, atMs] of changes) {
    const list = holds.get(id) ?? []
    list.push({ atMs, key: `${id} ${field}`, held: to === true || to === 'on_hold' || to === 'On Hold' })
    holds.set(id, list)
  }
  return holds
}

/** The additional data for explaining a forecast: the reasons of the plan, and the holds of overdue work. */
export const readReasons = async (ctx: TenantContext, { operations, nowMs }: WantedReasons): Promise<FoundReasons> => {
  const placements: [string, string | null][] = []
  const heldTimes: [string, ReturnType<typeof heldTime>][] = []
  for (let from = 0; from < operations.length; from += idsPerRead) {
    const part = operations.slice(from, from + idsPerRead)
    const begun = part.filter(({ isBegunAndOverdue }) => isBegunAndOverdue)
    const [found, holds] = await readTenant(ctx, (tx) =>
      Promise.all([
        readJson<[string, string | null]>(
          tx,
          sql`select json_build_array(operation_id, placement) as r from ${operationsOfIds(
            ctx.tenantId,
            part.map(({ operationId }) => operationId),
          )}`,
        ),
        begun.length === 0
          ? new Map<string, HoldChange[]>()
          : readHolds(
              tx,
              ctx.tenantId,
              begun.map(({ operationId }) => operationId),
              begun.map(({ projectId }) => projectId),
            ),
      ]),
    )
    placements.push(...found)
    for (const { operationId, projectId } of begun) {
      heldTimes.push([
        operationId,
        heldTime([...(holds.get(operationId) ?? []), ...(holds.get(projectId) ?? [])], nowMs),
      ])
    }
  }
  return { placements, heldTime: heldTimes }
}
