import { getTableColumns, type SQL, Subquery, sql } from 'drizzle-orm'
import { plannedOperations } from './tables/planned-operations.ts'

/** Condition for a completed operation, as `isCompleted` of the domain. `of` is the name of the operations. */
export const isCompletedSql = (of?: string): SQL => {
  const own = of === undefined ? sql`` : sql`${sql.identifier(of)}.`
  return sql`(${own}actual_end_date is not null or ${own}progress_percent >= 100)`
}

/** Condition for an operation whose work center is outside: its hours are calendar time at a supplier, and no work of ours. */
export const isOutsideSql = (tenantId: string, categoryId: SQL): SQL =>
  sql`coalesce(${categoryId} = any(array(select category_id from categories where tenant_id = ${tenantId} and kind = 'outside')), false)`

/** The id of an organization's plan in force, for use in a statement. */
export const planInForce = (tenantId: string): SQL => sql`(select plan_id from tenants where tenant_id = ${tenantId})`

/** Condition for a placement of the plan in force; `name` is its name in the statement. */
export const isOfPlanInForce = (tenantId: string, name: string): SQL =>
  sql`${sql.raw(name)}.tenant_id = ${tenantId} and ${sql.raw(name)}.plan_id = ${planInForce(tenantId)}`

/** The placements of the plan in force under a name, for use after `from` and before further conditions. */
export const placementsInForce = (tenantId: string, name: string): SQL =>
  sql`placements ${sql.raw(name)} where ${isOfPlanInForce(tenantId, name)}`

/** Condition that the plan in force schedules at least one operation, for a statement over `tenants`. */
export const planPlacesAnything: SQL = sql`exists (select from placements p where p.tenant_id = tenants.tenant_id
  and p.plan_id = tenants.plan_id and p.scheduled_start_date is not null)`

/** The operation has not been edited since a plan moved it. */
const isMovedLast = sql`p.moved_version = o.version`

/** The columns of the placement; all other columns come from the operation. */
const placed: Partial<Record<keyof typeof plannedOperations.$inferSelect, SQL>> = {
  scheduledStartDate: sql`p.scheduled_start_date`,
  scheduledEndDate: sql`p.scheduled_end_date`,
  placement: sql`p.placement`,
  version: sql`o.version + coalesce(p.moves, 0)`,
  modifiedAt: sql`case when ${isMovedLast} then p.moved_at else o.modified_at end`,
  modifiedBy: sql`case when ${isMovedLast} then p.moved_by else o.modified_by end`,
}

const columns = sql.join(
  Object.entries(getTableColumns(plannedOperations)).map(([key, { name }]) => {
    const value = placed[key as keyof typeof placed] ?? sql`o.${sql.identifier(name)}`
    return sql`${value} as ${sql.identifier(name)}`
  }),
  sql`, `,
)

/** `few`: operations of some projects; `all`: most operations; `hashed`: `all` in a transaction that prefers hashes. */
type Wanted = 'few' | 'all' | 'hashed'

/** Ways to find the placements in a database that may not have statistics yet. */
const placements: Readonly<Record<Wanted, (tenantId: string) => SQL>> = {
  // Looks once at a unique index for each operation.
  few: (tenantId) => sql`lateral (select * from placements where tenant_id = ${tenantId}
    and plan_id = ${planInForce(tenantId)} and operation_id = o.operation_id offset 0) p on true`,
  // With the foreign key the database expects many placements. With the plan's id alone it would expect one row and
  // compare each placement with every operation.
  all: (tenantId) => sql`(select p.* from tenants t join plans n on n.tenant_id = t.tenant_id and n.plan_id = t.plan_id
    join placements p on p.tenant_id = n.tenant_id and p.plan_id = n.plan_id where t.tenant_id = ${tenantId}) p
    on p.operation_id = o.operation_id`,
  hashed: (tenantId) => sql`placements p on p.tenant_id = ${tenantId} and p.plan_id = ${planInForce(tenantId)}
    and p.operation_id = o.operation_id`,
}

/**
 * The operations of an organization with their places in the plan in force, to select from under the name `operations`
 * (its columns: `plannedOperations`). Code that reads dates, reasons or versions reads them here. A move by a plan counts
 * as a change of the operation by the person who put the plan in force.
 */
export const operationsInForce = (tenantId: string, wanted: Wanted = 'hashed'): Subquery<'operations'> => {
  const rows = sql`select ${columns} from operations o left join ${placements[wanted](tenantId)} where o.tenant_id = ${tenantId}`
  return new Subquery<'operations'>(rows, getTableColumns(plannedOperations), 'operations')
}

const idList = (ids: readonly string[]): SQL => sql`unnest(${sql.param([...ids])}::uuid[])`

/** The operations of the plan in force whose ids a select gives (as `id`), with one key look-up each. */
export const operationsAmong = (tenantId: string, ids: SQL): SQL => sql`${ids} as wanted(id)
  cross join lateral (select * from ${operationsInForce(tenantId, 'few')} where operation_id = wanted.id offset 0) operations`

/** The same for a list of ids. With a plain condition on the ids all rows would be read. */
export const operationsOfIds = (tenantId: string, ids: readonly string[]): SQL => operationsAmong(tenantId, idList(ids))

/** The links of these operations as successors, found in the same way. */
export const linksOfIds = (tenantId: string, ids: readonly string[]): SQL => sql`${idList(ids)} as wanted(id)
  cross join lateral (select * from operation_dependencies where tenant_id = ${tenantId} and operation_id = wanted.id offset 0) links`
