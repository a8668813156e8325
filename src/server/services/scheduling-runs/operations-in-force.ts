import { getTableColumns, type SQL, Subquery, sql } from 'drizzle-orm'
import { operations } from '../../db/tables/operations.table.ts'
import { datesDiffer } from './list-run-changes.ts'

const ofRun = (column: SQL): SQL =>
  sql`(select ${column} from scheduling_runs r where r.tenant_id = c.tenant_id and r.run_id = c.run_id)`

const moved = datesDiffer(sql`c`)

/** What a staged row changes; the other columns stay. */
const replaced: Partial<Record<keyof typeof operations.$inferSelect, SQL>> = {
  scheduledStartDate: sql`case when c.run_id is null then o.scheduled_start_date else c.start_after end`,
  scheduledEndDate: sql`case when c.run_id is null then o.scheduled_end_date else c.end_after end`,
  placement: sql`case when c.run_id is null then o.placement else c.placement_after end`,
  version: sql`case when ${moved} then o.version + 1 else o.version end`,
  modifiedAt: sql`case when ${moved} then ${ofRun(sql`r.ended_at`)} else o.modified_at end`,
  modifiedBy: sql`case when ${moved} then ${ofRun(sql`r.started_by`)} else o.modified_by end`,
  settledRunId: sql`coalesce(c.run_id, o.settled_run_id)`,
}

const table = Object.entries(getTableColumns(operations)).map(([key, column]) => {
  const plain = sql`o.${sql.identifier(column.name)}`
  return { plain, merged: replaced[key as keyof typeof replaced] ?? plain, name: sql.identifier(column.name) }
})
const plainColumns = sql.join(
  table.map(({ plain, name }) => sql`${plain} as ${name}`),
  sql`, `,
)
const mergedColumns = sql.join(
  table.map(({ merged, name }) => sql`${merged} as ${name}`),
  sql`, `,
)

/**
 * The operations of an organisation as the plan in force has them, to select from under the name `operations`.
 *
 * A run switches the plan by naming itself in `tenants.unsettled_run_id`: one row, however many operations it moved.
 * From then on until `settlePlan` has written them into the table, its staged rows stand in front of the table's.
 * Whoever reads dates, reasons or versions reads them here, in the one statement that sees one instant. Rows read
 * here and stored whole count as settled. Only one half ever runs; the second looks once at a unique index per
 * operation (as a plain join, a database without statistics compares every operation with every staged row).
 */
export const operationsInForce = (tenantId: string): Subquery<'operations'> => {
  const run = sql`(select unsettled_run_id from tenants where tenant_id = ${tenantId})`
  const rows = sql`
    select ${plainColumns} from operations o where o.tenant_id = ${tenantId} and ${run} is null
    union all
    select ${mergedColumns} from operations o left join lateral (
      select * from run_changes where tenant_id = o.tenant_id and run_id = ${run} and operation_id = o.operation_id
        and o.settled_run_id is distinct from run_id offset 0) c on true
    where o.tenant_id = ${tenantId} and ${run} is not null`
  return new Subquery<'operations'>(rows, getTableColumns(operations), 'operations')
}
