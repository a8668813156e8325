import { type SQL, sql } from 'drizzle-orm'
import { operationStandings } from '#contract/operation-outlook.ts'
import type { CompactSchedule } from '#contract/schedule.ts'
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

export interface ProjectColumns extends Omit<CompactSchedule['projects'], 'dueMs' | 'firstOperation'> {
  /** Planned ship date in epoch ms as stored; 0 = none. */
  readonly shipMs: number[]
}

/** Projects as columns, those under way first, then by ship date; flags as `projectFlag` numbers them. */
export const readProjectColumns = (ctx: TenantContext, tx: Tx): Promise<ProjectColumns> =>
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
      order by current_phase in ('complete', 'shipped', 'cancelled'), planned_ship_date nulls last, project_number, project_id`,
  )

export interface OperationColumns extends Omit<CompactSchedule['operations'], 'category'> {
  readonly projectId: string[]
  readonly categoryId: (string | null)[]
}

/**
 * Operations of some projects as columns, by project id and sequence; bars show actual dates where there are some, flags as
 * `operationFlag` numbers them.
 */
export const readOperationColumns = (ctx: TenantContext, tx: Tx, range: ProjectRange): Promise<OperationColumns> =>
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
    sql`select * from ${operationsInForce(ctx.tenantId, range ? 'few' : 'all')}
      left join operation_forecasts using (tenant_id, operation_id)
      ${range ? sql`where project_id between ${range.first}::uuid and ${range.last}::uuid` : sql``}
      order by project_id, sequence, operation_id`,
  )

/** Columns of several parts as one, in the order given. */
export const joinColumns = (parts: readonly OperationColumns[]): OperationColumns => {
  const joined = <T>(column: (part: OperationColumns) => readonly T[]): T[] => parts.flatMap(column)
  return {
    ids: joined(({ ids }) => ids),
    names: joined(({ names }) => names),
    projectId: joined(({ projectId }) => projectId),
    categoryId: joined(({ categoryId }) => categoryId),
    startMs: joined(({ startMs }) => startMs),
    endMs: joined(({ endMs }) => endMs),
    progressPercent: joined(({ progressPercent }) => progressPercent),
    durationHours: joined(({ durationHours }) => durationHours),
    versions: joined(({ versions }) => versions),
    sequences: joined(({ sequences }) => sequences),
    flags: joined(({ flags }) => flags),
    standings: joined(({ standings }) => standings),
  }
}

export interface LinkColumns {
  readonly from: string[]
  readonly to: string[]
  readonly lagHours: number[]
}

/** Finish-to-start links by operation id. */
export const readLinkColumns = (ctx: TenantContext, tx: Tx): Promise<LinkColumns> =>
  read(
    tx,
    { from: sql`predecessor_id`, to: sql`operation_id`, lagHours: sql`lag_hours` },
    sql`select * from operation_dependencies where tenant_id = ${ctx.tenantId}`,
  )
