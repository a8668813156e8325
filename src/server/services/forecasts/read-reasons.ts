import { sql } from 'drizzle-orm'
import { type HoldChange, heldTime } from '#domain/forecast/held-time.ts'
import type { Planning } from '#domain/forecast/start-waits.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { operationsOfIds } from '../../db/operations-in-force.ts'
import { type PlannedStart, readPlannedStarts } from '../../db/planned-starts.ts'
import { epochMs, readJson } from '../../db/read-json.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { FoundReasons, WantedReasons } from './forecast-parts.ts'

const idsPerRead = 2_000

type ChangeRow = [entityId: string, field: string, to: unknown, atMs: number]

/** Changes of operations and projects from history by id, the earliest first: what puts them on hold, and the planned starts that people gave. */
const readChanges = async (
  tx: Tx,
  tenantId: string,
  operationIds: readonly string[],
  projectIds: readonly string[],
): Promise<Map<string, ChangeRow[]>> => {
  // One index lookup for each id. For a list of ids the database would read all of history.
  const entries = (entity: string, ids: readonly string[], fields: readonly string[]) =>
    sql`select at, history_id, entity_id, change from unnest(${sql.param([...new Set(ids)])}::uuid[]) as wanted(id)
      cross join lateral (select at, history_id, entity_id, changes from history_entries where tenant_id = ${tenantId}
        and entity = ${entity} and entity_id = wanted.id offset 0) h, jsonb_array_elements(changes) as change
      where change ->> 'field' = any(${sql.param([...fields])}::text[])`
  const changes = await readJson<ChangeRow>(
    tx,
    sql`select json_build_array(entity_id, change -> 'field', change -> 'to', ${epochMs(sql`at`)}) as r from (
      ${entries('operation', operationIds, ['onHold', 'scheduledStartDate'])}
      union all ${entries('project', projectIds, ['currentPhase', 'status'])} order by at, history_id) h`,
  )
  return Map.groupBy(changes, ([id]) => id)
}

const holdsOf = (changes: readonly ChangeRow[] = []): HoldChange[] =>
  changes.flatMap(([id, field, to, atMs]) =>
    field === 'scheduledStartDate'
      ? []
      : [{ atMs, key: `${id} ${field}`, held: to === true || to === 'on_hold' || to === 'On Hold' }],
  )

const planningsByHand = (changes: readonly ChangeRow[] = []): Planning[] =>
  changes.flatMap(([, field, to, atMs]) =>
    field === 'scheduledStartDate'
      ? [{ atMs, startMs: typeof to === 'string' ? Date.parse(to) : null, by: 'person' } as const]
      : [],
  )

const planningsOf = (rows: readonly PlannedStart[] = []): Planning[] =>
  rows.map(([, atMs, startMs, isOfRun]) => ({ atMs, startMs, by: isOfRun ? 'run' : 'plan' }))

const readPart = (ctx: TenantContext, wanted: WantedReasons['operations']) => {
  const idsOf = (list: WantedReasons['operations']) => list.map(({ operationId }) => operationId)
  const waiting = wanted.filter(({ waitedFromMs }) => waitedFromMs !== null)
  const past = wanted.filter(({ isBegunAndOverdue, waitedFromMs }) => isBegunAndOverdue || waitedFromMs !== null)
  return readTenant(ctx, async (tx) => ({
    past,
    placements: await readJson<[string, string | null]>(
      tx,
      sql`select json_build_array(operation_id, placement) as r from ${operationsOfIds(ctx.tenantId, idsOf(wanted))}`,
    ),
    changes:
      past.length === 0
        ? new Map<string, ChangeRow[]>()
        : await readChanges(
            tx,
            ctx.tenantId,
            idsOf(past),
            past.map(({ projectId }) => projectId),
          ),
    moves: Map.groupBy(waiting.length === 0 ? [] : await readPlannedStarts(tx, ctx.tenantId, waiting), ([id]) => id),
  }))
}

/** The additional data for explaining a forecast: the reasons of the plan, and of work that did not start when it could, its holds and plans. */
export const readReasons = async (ctx: TenantContext, { operations, nowMs }: WantedReasons): Promise<FoundReasons> => {
  const placements: [string, string | null][] = []
  const heldTimes: [string, ReturnType<typeof heldTime>][] = []
  const plannings: [string, Planning[]][] = []
  for (let from = 0; from < operations.length; from += idsPerRead) {
    const part = await readPart(ctx, operations.slice(from, from + idsPerRead))
    placements.push(...part.placements)
    for (const { operationId, projectId, waitedFromMs } of part.past) {
      const own = part.changes.get(operationId)
      heldTimes.push([operationId, heldTime([...holdsOf(own), ...holdsOf(part.changes.get(projectId))], nowMs)])
      if (waitedFromMs === null) continue
      const decisions = [...planningsByHand(own), ...planningsOf(part.moves.get(operationId))]
      plannings.push([operationId, decisions.sort((a, b) => a.atMs - b.atMs)])
    }
  }
  return { placements, heldTime: heldTimes, plannings }
}
