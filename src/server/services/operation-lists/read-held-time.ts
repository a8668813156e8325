import { sql } from 'drizzle-orm'
import { type HoldChange, heldTime } from '#domain/overdue/held-time.ts'
import type { FlatIntervals } from '#domain/time/interval-arithmetic.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs } from '../analytics/read-json.ts'
import type { PlanBook } from './plan-book.ts'
import { readJson } from './plan-rows.ts'

type ChangeRow = [entityId: string, field: string, to: unknown, atMs: number]

/**
 * When begun work whose planned end has passed stood on hold, itself or its project, as history knows it; by row. Only for such
 * rows does it matter (`operationCause`), and they are few.
 */
export const readHeldTime = async (
  tx: Tx,
  tenantId: string,
  { plan }: PlanBook,
  rows: readonly number[],
  nowMs: number,
): Promise<Map<number, FlatIntervals>> => {
  const begun = rows.filter(
    (row) =>
      !plan.completed[row] &&
      (plan.actualStartMs[row] as number) < nowMs &&
      (plan.scheduledEndMs[row] as number) < nowMs,
  )
  if (begun.length === 0) return new Map()
  const idOf = (row: number): string => plan.ids[row] as string
  const projectOf = (row: number): string => plan.projects[plan.project[row] as number]?.projectId ?? ''
  // One look at the index for each: a list of ids would be looked up by reading all of history.
  const entries = (entity: string, ids: readonly string[], fields: readonly string[]) =>
    sql`select at, history_id, entity_id, change from unnest(${sql.param([...new Set(ids)])}::uuid[]) as wanted(id)
      cross join lateral (select at, history_id, entity_id, changes from history_entries where tenant_id = ${tenantId}
        and entity = ${entity} and entity_id = wanted.id offset 0) h, jsonb_array_elements(changes) as change
      where change ->> 'field' = any(${sql.param([...fields])}::text[])`
  const changes = await readJson<ChangeRow>(
    tx,
    sql`select json_build_array(entity_id, change -> 'field', change -> 'to', ${epochMs(sql`at`)}) as r from (
      ${entries('operation', begun.map(idOf), ['onHold'])}
      union all ${entries('project', begun.map(projectOf), ['currentPhase', 'status'])} order by at, history_id) h`,
  )
  const byEntity = Map.groupBy(
    changes.map(([id, field, to, atMs]) => {
      const held = to === true || to === 'on_hold' || to === 'On Hold'
      return { id, atMs, key: `${id} ${field}`, held }
    }),
    ({ id }) => id,
  )
  return new Map(
    begun.map((row) => {
      const own: HoldChange[] = [...(byEntity.get(idOf(row)) ?? []), ...(byEntity.get(projectOf(row)) ?? [])]
      return [row, heldTime(own, nowMs)]
    }),
  )
}
