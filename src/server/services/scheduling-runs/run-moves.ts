import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

/**
 * The changes by the plan of a run, to select from. Compares the plan on which it was based with the dates of the run itself, without later
 * moves. Empty if its plan has been deleted.
 */
export const movesOfRun = (tenantId: string, runId: string): SQL => sql`(
  select p.operation_id, b.scheduled_start_date as start_before, b.scheduled_end_date as end_before,
    b.placement as placement_before, b.category_id as category_before,
    case when p.by_hand then p.made_category_id else p.category_id end as category_after,
    case when p.by_hand then p.made_start_date else p.scheduled_start_date end as start_after,
    case when p.by_hand then p.made_end_date else p.scheduled_end_date end as end_after,
    case when p.by_hand and (p.scheduled_start_date is distinct from p.made_start_date
      or p.scheduled_end_date is distinct from p.made_end_date
      or p.category_id is distinct from p.made_category_id) then null else p.placement end as placement_after, p.by_hand
  from plans n
  join plans base on base.tenant_id = n.tenant_id and base.plan_id = n.based_on
  join placements p on p.tenant_id = n.tenant_id and p.plan_id = n.plan_id
  left join lateral (select * from placements where tenant_id = n.tenant_id and plan_id = n.based_on
    and operation_id = p.operation_id offset 0) b on true
  where n.tenant_id = ${tenantId} and n.kind = 'run' and n.plan_id = ${runId})`

/** A plan with at most this many changed operations, and less than a quarter of all, is written into the plan in force. */
export const mostInPlace = 1_000

/** Whether the plan of a run (`n`) contains only the few changed operations, which were written into the plan in force. */
export const isInPlace = (tenantId: string, runId: string): SQL => sql`exists (select from plans n
  join plans base on base.tenant_id = n.tenant_id and base.plan_id = n.based_on and base.kind = 'kept'
  where n.tenant_id = ${tenantId} and n.plan_id = ${runId} and n.kind = 'run' and n.size <= ${mostInPlace})`

/** Updates a row of the plan in force (`f`) with `excluded`, and keeps the dates that its own run gave. */
export const putInPlace = sql`on conflict (tenant_id, plan_id, operation_id) do update set
  scheduled_start_date = excluded.scheduled_start_date, scheduled_end_date = excluded.scheduled_end_date,
  placement = excluded.placement, moves = excluded.moves, moved_version = excluded.moved_version,
  moved_at = excluded.moved_at, moved_by = excluded.moved_by, by_hand = true,
  made_start_date = case when f.by_hand then f.made_start_date else f.scheduled_start_date end,
  made_end_date = case when f.by_hand then f.made_end_date else f.scheduled_end_date end,
  category_id = excluded.category_id,
  made_category_id = case when f.by_hand then f.made_category_id else f.category_id end`

interface Copying {
  readonly from: SQL | string
  readonly to: SQL | string
  /** Condition on the rows to copy; by default all. */
  readonly only?: SQL
}

/** Copies rows of a plan into another one, as moves made after it: the dates that the other plan itself gave stay known. */
export const copyPlacements = (
  { tenantId }: TenantContext,
  tx: Tx,
  { from, to, only = sql`true` }: Copying,
): Promise<unknown> =>
  tx.execute(sql`
    insert into placements as f (tenant_id, plan_id, operation_id, scheduled_start_date, scheduled_end_date, placement, moves,
      moved_version, moved_at, moved_by, category_id, by_hand)
    select tenant_id, ${to}::uuid, operation_id, scheduled_start_date, scheduled_end_date, placement, moves, moved_version,
      moved_at, moved_by, category_id, true
    from placements where tenant_id = ${tenantId} and plan_id = ${from}::uuid and ${only} ${putInPlace}`)

/** The dates that a run gave, without later moves, as rows of `id`, `starts`, `ends` and an empty `need_by`; null = no run, no rows. */
export const datesOfRun = (tenantId: string, runId: string | null): SQL => sql`select operation_id as id,
  case when by_hand then made_start_date else scheduled_start_date end as starts,
  case when by_hand then made_end_date else scheduled_end_date end as ends, null::timestamptz as need_by,
  null::timestamptz as p10, null::timestamptz as p90
  from placements where tenant_id = ${tenantId} and plan_id = ${runId}::uuid order by scheduled_end_date`

/** Condition on such rows, named `c`: the dates or the work centers differ. The other rows have only new reasons, or no change. */
export const datesDiffer = (c: SQL): SQL =>
  sql`(${c}.start_before is distinct from ${c}.start_after or ${c}.end_before is distinct from ${c}.end_after
    or coalesce(${c}.category_before <> ${c}.category_after, false))`
