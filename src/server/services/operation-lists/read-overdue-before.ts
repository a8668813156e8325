import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import type { PlanBook } from './plan-book.ts'

type Earlier = { id: string; field: string; from: unknown; at: string }

/** The value that each changed field had at an instant: the `from` of its first change since. */
const readEarlier = async (tx: Tx, tenantId: string, atMs: number): Promise<Earlier[]> => {
  const since = sql`${new Date(atMs).toISOString()}::timestamptz`
  const { rows } = await tx.execute<Earlier>(sql`
    select distinct on (id, field) id, field, "from", at::text as at from (
      select entity_id as id, c ->> 'field' as field, c -> 'from' as "from", at, history_id as entry
      from history_entries, jsonb_array_elements(changes) c
      where tenant_id = ${tenantId} and at >= ${since} and entity = 'operation'
        and c ->> 'field' in ('scheduledEndDate', 'progressPercentage')
      union all
      select operation_id, 'scheduledEndDate', to_jsonb(to_char(end_before at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        r.ended_at, r.run_id
      from scheduling_runs r join run_changes c on c.tenant_id = r.tenant_id and c.run_id = r.run_id
      where r.tenant_id = ${tenantId} and r.status = 'Succeeded' and not r.preview and r.ended_at >= ${since}
        and c.end_before < ${since}) earlier
    order by id, field, at, entry`)
  return rows
}

/**
 * 1 for every operation that was overdue at an earlier instant, from what is stored: its present facts, and the first change of
 * each since. Whether its project was open then is judged as now.
 */
export const readOverdueBefore = async (
  tx: Tx,
  tenantId: string,
  book: PlanBook,
  atMs: number,
): Promise<Uint8Array> => {
  const { plan, facts } = book
  const ends = Float64Array.from(plan.scheduledEndMs)
  const completed = Uint8Array.from(plan.ids, (_, row) =>
    plan.completed[row] === 1 && !((plan.actualEndMs[row] as number) > atMs) ? 1 : 0,
  )
  for (const { id, field, from } of await readEarlier(tx, tenantId, atMs)) {
    const row = plan.rowOf.get(id)
    if (row === undefined) continue
    if (field === 'scheduledEndDate') ends[row] = typeof from === 'string' ? Date.parse(from) : Number.NaN
    // A report may name an earlier end: it was open until it was told.
    else completed[row] = Number(from) >= 100 ? 1 : 0
  }
  return Uint8Array.from(ends, (end, row) => (facts.projectOpen[row] && !completed[row] && end < atMs ? 1 : 0))
}
