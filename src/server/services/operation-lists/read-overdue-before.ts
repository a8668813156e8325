import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { datesDiffer, runMoves } from '../scheduling-runs/run-moves.ts'
import type { PlanBook, PlanStamp } from './plan-book.ts'

type Change = {
  readonly id: string
  readonly field: string
  readonly from: unknown
  readonly at: string
  readonly entry: string
}

/** What was so at an earlier instant, by the first change of each field since. */
interface Earlier {
  readonly atMs: number
  readonly firsts: Map<string, Change>
  readTo: PlanStamp
}

/** Handed on from book to book as long as nothing but history tells them apart: then only what has happened since is read. */
const known = new WeakMap<PlanBook['earlier'], Earlier>()
/** Clocks of server processes may differ by this. */
const clockToleranceMs = 15_000

/** The first change of each field after an instant that happened at `sinceMs` or later. */
const readFirsts = async (tx: Tx, tenantId: string, atMs: number, sinceMs = atMs): Promise<Change[]> => {
  const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  const since = instant(Math.max(atMs, sinceMs))
  const { rows } = await tx.execute<Change>(sql`
    select distinct on (id, field) id, field, "from", at::text as at, entry from (
      select entity_id as id, c ->> 'field' as field, c -> 'from' as "from", at, history_id as entry
      from history_entries, jsonb_array_elements(changes) c
      where tenant_id = ${tenantId} and at >= ${since} and entity = 'operation'
        and c ->> 'field' in ('scheduledEndDate', 'progressPercentage')
      union all
      select operation_id, 'scheduledEndDate', to_jsonb(to_char(end_before at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        r.ended_at, r.run_id
      from scheduling_runs r join ${runMoves(
        tenantId,
        sql`n.plan_id in (select run_id from scheduling_runs
        where tenant_id = ${tenantId} and status = 'Succeeded' and not preview and ended_at >= ${since})`,
      )} c on c.run_id = r.run_id
      where r.tenant_id = ${tenantId} and ${datesDiffer(sql`c`)} and c.end_before < ${instant(atMs)}) earlier
    order by id, field, at, entry`)
  return rows
}

const isBefore = (a: Change, b: Change): boolean =>
  (Date.parse(a.at) - Date.parse(b.at) || (a.entry < b.entry ? -1 : 1)) < 0

const firstChanges = async (tx: Tx, tenantId: string, book: PlanBook, atMs: number): Promise<Iterable<Change>> => {
  const found = known.get(book.earlier)
  const earlier = found?.atMs === atMs ? found : { atMs, firsts: new Map<string, Change>(), readTo: null }
  if (earlier.readTo?.text === book.stamp.text) return earlier.firsts.values()
  const sinceMs = earlier.readTo ? earlier.readTo.historyAtMs - clockToleranceMs : atMs
  for (const change of await readFirsts(tx, tenantId, atMs, sinceMs)) {
    const key = `${change.id} ${change.field}`
    const first = earlier.firsts.get(key)
    if (!first || isBefore(change, first)) earlier.firsts.set(key, change)
  }
  known.set(book.earlier, { ...earlier, readTo: book.stamp })
  return earlier.firsts.values()
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
  const ends = plan.scheduledEndMs.slice()
  const completed = plan.completed.slice()
  for (let row = 0; row < completed.length; row++) if ((plan.actualEndMs[row] as number) > atMs) completed[row] = 0
  for (const { id, field, from } of await firstChanges(tx, tenantId, book, atMs)) {
    const row = plan.rowOf.get(id)
    if (row === undefined) continue
    if (field === 'scheduledEndDate') ends[row] = typeof from === 'string' ? Date.parse(from) : Number.NaN
    // A report may name an earlier end: it was open until it was told.
    else completed[row] = Number(from) >= 100 ? 1 : 0
  }
  for (let row = 0; row < completed.length; row++) {
    completed[row] = facts.projectOpen[row] && !completed[row] && (ends[row] as number) < atMs ? 1 : 0
  }
  return completed
}
