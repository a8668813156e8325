import { type SQL, sql } from 'drizzle-orm'
import type { CompactSchedule } from '#contract/schedule.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'

const ms = (instant: SQL): SQL => sql`coalesce((extract(epoch from ${instant}) * 1000)::bigint, 0)`

/** Operations in the order of their projects, numbered from 0: the base of both statements below. */
const orderedOperations = (tenantId: string): SQL => sql`
  select o.*, p.row as project_row,
    row_number() over (order by p.row, o.sequence, o.operation_id) - 1 as row
  from operations o join ordered_projects p on p.project_id = o.project_id
  where o.tenant_id = ${tenantId}`

const orderedProjects = (tenantId: string): SQL => sql`
  select p.*, row_number() over (order by planned_ship_date nulls last, project_number, project_id) - 1 as row
  from projects p where p.tenant_id = ${tenantId}`

const read = async <T>(tx: Tx, statement: SQL): Promise<T> => {
  const { rows } = await tx.execute<{ columns: string }>(statement)
  return JSON.parse(rows[0]?.columns ?? '{}') as T
}

export interface ProjectColumns extends Omit<CompactSchedule['projects'], 'dueMs' | 'firstOperation'> {
  /** Epoch ms as stored; 0 = none. */
  readonly shipMs: number[]
}

/** Projects as columns, by ship date; flags as `projectFlag` numbers them. */
export const readProjectColumns = (ctx: TenantContext, tx: Tx): Promise<ProjectColumns> =>
  read(
    tx,
    sql`with ordered_projects as (${orderedProjects(ctx.tenantId)})
      select json_build_object(
        'ids', coalesce(json_agg(project_id), '[]'), 'numbers', coalesce(json_agg(project_number), '[]'),
        'names', coalesce(json_agg(project_name), '[]'), 'priorities', coalesce(json_agg(priority), '[]'),
        'shipMs', coalesce(json_agg(${ms(sql`planned_ship_date`)}), '[]'),
        'versions', coalesce(json_agg(version), '[]'),
        'flags', coalesce(json_agg(case when current_phase in ('complete', 'shipped') then 1
          when current_phase = 'on_hold' then 2 when current_phase = 'cancelled' then 4 else 0 end), '[]')
      )::text as columns from (select * from ordered_projects order by row) p`,
  )

export interface OperationColumns extends Omit<CompactSchedule['operations'], 'category'> {
  /** Row of its project. */
  readonly projectRow: number[]
  readonly categoryId: (string | null)[]
}

/** Operations as columns; bars show actual dates where there are some, flags as `operationFlag` numbers them. */
export const readOperationColumns = (ctx: TenantContext, tx: Tx): Promise<OperationColumns> =>
  read(
    tx,
    sql`with ordered_projects as (${orderedProjects(ctx.tenantId)}),
      ordered as (${orderedOperations(ctx.tenantId)})
      select json_build_object(
        'ids', coalesce(json_agg(operation_id), '[]'), 'names', coalesce(json_agg(name), '[]'),
        'projectRow', coalesce(json_agg(project_row), '[]'), 'categoryId', coalesce(json_agg(category_id), '[]'),
        'startMs', coalesce(json_agg(${ms(sql`coalesce(actual_start_date, scheduled_start_date)`)}), '[]'),
        'endMs', coalesce(json_agg(${ms(sql`coalesce(actual_end_date, scheduled_end_date)`)}), '[]'),
        'progressPercent', coalesce(json_agg(progress_percent), '[]'),
        'durationHours', coalesce(json_agg(duration_hours), '[]'),
        'versions', coalesce(json_agg(version), '[]'), 'sequences', coalesce(json_agg(sequence), '[]'),
        'flags', coalesce(json_agg(
          case when actual_end_date is not null or progress_percent >= 100 then 1
            when actual_start_date is not null or progress_percent > 0 then 2 else 0 end
          + case when on_hold then 4 else 0 end + case when pinned then 8 else 0 end
          + case when jsonb_typeof(placement -> 'unplaced') = 'object' then 16 else 0 end
          + case when jsonb_array_length(placement -> 'warnings') > 0 then 32 else 0 end), '[]')
      )::text as columns from (select * from ordered order by row) o`,
  )

/** Finish-to-start links between rows of the two lists above. */
export const readLinkColumns = (ctx: TenantContext, tx: Tx): Promise<CompactSchedule['links']> =>
  read(
    tx,
    sql`with ordered_projects as (${orderedProjects(ctx.tenantId)}),
      ordered as materialized (select operation_id, row from (${orderedOperations(ctx.tenantId)}) o)
      select json_build_object('from', coalesce(json_agg(a.row), '[]'), 'to', coalesce(json_agg(b.row), '[]'),
        'lagHours', coalesce(json_agg(d.lag_hours), '[]'))::text as columns
      from operation_dependencies d
      join ordered a on a.operation_id = d.predecessor_id
      join ordered b on b.operation_id = d.operation_id
      where d.tenant_id = ${ctx.tenantId}`,
  )
