import { getTableColumns, type SQL, Subquery, sql } from 'drizzle-orm'
import { plannedOperations } from './tables/planned-operations.ts'

/** True of a completed operation: `isCompleted` of the domain in SQL. `of` = the name that the statement gives the operations. */
export const isCompletedSql = (of?: string): SQL => {
  const own = of === undefined ? sql`` : sql`${sql.identifier(of)}.`
  return sql`(${own}actual_end_date is not null or ${own}progress_percent >= 100)`
}

/** The plan in force of an organization, as a value of a statement. */
export const planInForce = (tenantId: string): SQL => sql`(select plan_id from tenants where tenant_id = ${tenantId})`

/** Whether a placement, of that name in a statement, is one of the plan in force. */
export const isOfPlanInForce = (tenantId: string, name: string): SQL =>
  sql`${sql.raw(name)}.tenant_id = ${tenantId} and ${sql.raw(name)}.plan_id = ${planInForce(tenantId)}`

/** Whether the plan in force places any operation, of the organization whose row of `tenants` a statement looks at. */
export const planPlacesAnything: SQL = sql`exists (select from placements p where p.tenant_id = tenants.tenant_id
  and p.plan_id = tenants.plan_id and p.scheduled_start_date is not null)`

/** The operation is as it was when a plan moved it. */
const isMovedLast = sql`p.moved_version = o.version`

/** What the placement says; the other columns are the operation's own. */
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

/** `few`: those of some projects; `all`: most of them; `hashed`: the same in a transaction that prefers hashes. */
type Wanted = 'few' | 'all' | 'hashed'

/** Ways to find the placements, for a database that may know nothing of its tables yet. */
const placements: Readonly<Record<Wanted, (tenantId: string) => SQL>> = {
  // Looks once at a unique index for each operation.
  few: (tenantId) => sql`lateral (select * from placements where tenant_id = ${tenantId}
    and plan_id = ${planInForce(tenantId)} and operation_id = o.operation_id offset 0) p on true`,
  // Over the foreign key the database knows that they are many; with the plan's id alone it would take them for one row and
  // compare each with every operation.
  all: (tenantId) => sql`(select p.* from tenants t join plans n on n.tenant_id = t.tenant_id and n.plan_id = t.plan_id
    join placements p on p.tenant_id = n.tenant_id and p.plan_id = n.plan_id where t.tenant_id = ${tenantId}) p
    on p.operation_id = o.operation_id`,
  hashed: (tenantId) => sql`placements p on p.tenant_id = ${tenantId} and p.plan_id = ${planInForce(tenantId)}
    and p.operation_id = o.operation_id`,
}

/**
 * The operations of an organization with their places in the plan in force, to select from under the name `operations`
 * (its columns: `plannedOperations`). Whoever reads dates, reasons or versions reads them here. A plan that moves an operation
 * counts as a change of it, by whoever took the plan over.
 */
export const operationsInForce = (tenantId: string, wanted: Wanted = 'hashed'): Subquery<'operations'> => {
  const rows = sql`select ${columns} from operations o left join ${placements[wanted](tenantId)} where o.tenant_id = ${tenantId}`
  return new Subquery<'operations'>(rows, getTableColumns(plannedOperations), 'operations')
}

const idList = (ids: readonly string[]): SQL => sql`unnest(${sql.param([...ids])}::uuid[]) as wanted(id)`

/** The plan in force of some operations: one look at the key for each, where a list of ids is looked up by reading all rows. */
export const operationsOfIds = (tenantId: string, ids: readonly string[]): SQL => sql`${idList(ids)}
  cross join lateral (select * from ${operationsInForce(tenantId, 'few')} where operation_id = wanted.id offset 0) operations`

/** Their links, by the one that waits, in the same way. */
export const linksOfIds = (tenantId: string, ids: readonly string[]): SQL => sql`${idList(ids)}
  cross join lateral (select * from operation_dependencies where tenant_id = ${tenantId} and operation_id = wanted.id offset 0) links`
