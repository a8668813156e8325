import { sql } from 'drizzle-orm'
import type { Tx } from './database.ts'
import { planInForce } from './operations-in-force.ts'
import { epochMs, readJson } from './read-json.ts'

/** A planned start that a plan gave: to which operation, when, which start (null = none), and whether the plan is that of a run. */
export type PlannedStart = [operationId: string, atMs: number, startMs: number | null, isOfRun: boolean]

/** Condition on a run `r`: its plan came in force. */
const wasInForce = sql`r.status = 'Succeeded' and not r.preview`

/**
 * The planned starts that plans in force have given to operations: the last one, and as far as older plans are kept, those before it
 * if it was given after `waitedFromMs`. Those that people gave are in history.
 */
export const readPlannedStarts = (
  tx: Tx,
  tenantId: string,
  wanted: readonly { readonly operationId: string; readonly waitedFromMs: number | null }[],
): Promise<PlannedStart[]> => {
  const rows = wanted.map(({ operationId: id, waitedFromMs: since }) => ({ id, since }))
  return readJson<PlannedStart>(
    tx,
    sql`select json_build_array(wanted.id, ${epochMs(sql`m.moved_at`)}, ${epochMs(sql`m.starts`)}, exists (
        select from scheduling_runs r where r.tenant_id = ${tenantId} and ${wasInForce}
          and not r.progress ? 'madeBy' and m.moved_at between r.started_at and r.ended_at)) as r
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted(id uuid, since float8)
      cross join lateral (select plan_id, moved_at, scheduled_start_date as starts from placements
        where tenant_id = ${tenantId} and plan_id = ${planInForce(tenantId)} and operation_id = wanted.id offset 0) f
      cross join lateral (select f.moved_at, f.starts union select old.moved_at, old.scheduled_start_date
        from plans n join placements old on old.tenant_id = n.tenant_id and old.plan_id = n.plan_id and old.operation_id = wanted.id
        where f.moved_at > to_timestamp(wanted.since / 1000) and n.tenant_id = ${tenantId} and n.plan_id <> f.plan_id
          and n.created_at < f.moved_at and (n.kind = 'switch' or exists (select from scheduling_runs r
            where r.tenant_id = n.tenant_id and r.run_id = n.plan_id and ${wasInForce}))) m
      where m.moved_at is not null`,
  )
}
