import { type SQL, sql } from 'drizzle-orm'
import { operationStandings } from '#contract/operation-outlook.ts'
import type { ScheduleColumns } from '#contract/schedule.ts'
import { projectStates } from '#contract/vocabulary.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { effectivePhaseSql } from '../analytics/planned-work.ts'
import { isCompletedSql } from '../operations/is-completed-sql.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'
import type { ProjectRange } from '../scheduling-runs/read-in-parts.ts'

const ms = (instant: SQL): SQL => sql`coalesce((extract(epoch from ${instant}) * 1000)::bigint, 0)`

/** Place of a word in the contract's list of them. */
const placeIn = (words: readonly string[], word: SQL): SQL =>
  sql`array_position(${sql.param([...words])}::text[], ${word}) - 1`

/** 1 = it has no place, 2 = there are warnings: the lowest bits of the stored reasons. */
const hasNoPlaceOrWarnings = sql`(get_byte(placement, 0) & 3)`

/** One row of JSON text: a tenth of the time of as many typed rows. No joins: an embedded database has no statistics to plan them by. */
const read = async <T>(tx: Tx, columns: Record<string, SQL>, from: SQL): Promise<T> => {
  const pairs = Object.entries(columns).map(([name, value]) => sql`${name}::text, coalesce(json_agg(${value}), '[]')`)
  const { rows } = await tx.execute<{ columns: string }>(
    sql`select json_build_object(${sql.join(pairs, sql`, `)})::text as columns from (${from}) t`,
  )
  return JSON.parse(rows[0]?.columns ?? '{}') as T
}

export interface ProjectColumns extends Omit<ScheduleColumns['projects'], 'dueMs' | 'firstOperation'> {
  /** Planned ship date in epoch ms as stored; 0 = none. */
  readonly shipMs: number[]
}

const idList = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

/** Projects as columns, all or those of these ids; flags as `projectFlag` numbers them. */
export const readProjectColumns = (
  ctx: TenantContext,
  tx: Tx,
  ids: readonly string[] | null,
): Promise<ProjectColumns> =>
  read(
    tx,
    {
      ids: sql`project_id`,
      numbers: sql`project_number`,
      names: sql`project_name`,
      priorities: sql`priority`,
      shipMs: ms(sql`planned_ship_date`),
      versions: sql`version`,
      flags: sql`case ${effectivePhaseSql} when 'complete' then 1 when 'shipped' then 1 when 'on_hold' then 2
        when 'cancelled' then 4 else 0 end`,
      states: placeIn(projectStates, sql`coalesce(state, 'unscheduled')`),
      latenessDays: sql`lateness_days`,
      pastDueDays: sql`past_due_days`,
    },
    sql`select * from projects left join project_forecasts using (tenant_id, project_id) where tenant_id = ${ctx.tenantId}
      ${ids ? sql`and project_id = ${idList(ids)}` : sql``}`,
  )

export interface OperationColumns extends Omit<ScheduleColumns['operations'], 'category'> {
  readonly projectId: string[]
  readonly categoryId: (string | null)[]
}

/** Which projects' rows: all, those in a range of ids, those of a list, or those of a list in a range. */
export interface Wanted {
  readonly range: ProjectRange
  readonly ids: readonly string[] | null
}

const isWanted = ({ range, ids }: Wanted): SQL => {
  const inRange = range ? sql`project_id between ${range.first}::uuid and ${range.last}::uuid` : sql`true`
  return ids ? sql`${inRange} and project_id = ${idList(ids)}` : inRange
}

/**
 * Operations as columns, by project id and sequence; bars show actual dates where there are some, flags as `operationFlag`
 * numbers them.
 */
export const readOperationColumns = (ctx: TenantContext, tx: Tx, wanted: Wanted): Promise<OperationColumns> =>
  read(
    tx,
    {
      ids: sql`operation_id`,
      names: sql`name`,
      projectId: sql`project_id`,
      categoryId: sql`category_id`,
      startMs: ms(sql`coalesce(actual_start_date, scheduled_start_date)`),
      endMs: ms(sql`coalesce(actual_end_date, scheduled_end_date)`),
      progressPercent: sql`progress_percent`,
      durationHours: sql`duration_hours`,
      versions: sql`version`,
      sequences: sql`sequence`,
      flags: sql`case when ${isCompletedSql()} then 1
          when actual_start_date is not null or progress_percent > 0 then 2 else 0 end
        + case when on_hold then 4 else 0 end + case when pinned then 8 else 0 end
        + coalesce(${hasNoPlaceOrWarnings} * 16, 0)
        + case when behind_plan then 64 else 0 end`,
      standings: placeIn(operationStandings, sql`coalesce(standing, 'unscheduled')`),
    },
    sql`select * from ${operationsInForce(ctx.tenantId, wanted.range || wanted.ids ? 'few' : 'all')}
      left join operation_forecasts using (tenant_id, operation_id)
      where ${isWanted(wanted)} order by project_id, sequence, operation_id`,
  )

export interface LinkColumns {
  readonly from: string[]
  readonly to: string[]
  readonly lagHours: number[]
}

/** Finish-to-start links by operation id; both ends belong to one project. */
export const readLinkColumns = (ctx: TenantContext, tx: Tx, wanted: Wanted): Promise<LinkColumns> =>
  read(
    tx,
    { from: sql`predecessor_id`, to: sql`operation_id`, lagHours: sql`lag_hours` },
    sql`select * from operation_dependencies where tenant_id = ${ctx.tenantId} and ${isWanted(wanted)}`,
  )

/** Columns of several parts as one, in the order given. */
export const joinColumns = <T extends object>(parts: readonly T[]): T => {
  const names = Object.keys(parts[0] ?? {}) as (keyof T)[]
  return Object.fromEntries(names.map((name) => [name, parts.flatMap((part) => part[name])])) as T
}
