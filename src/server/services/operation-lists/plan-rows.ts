import { type SQL, sql } from 'drizzle-orm'
import type { PlanLink, PlanRow } from '#domain/overdue/arrange-plan.ts'
import type { PlanProject } from '#domain/overdue/plan-columns.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

const ms = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::bigint`

/** A hexadecimal digit that ids begin with, a part of about a sixteenth; null = all. */
export interface IdPart {
  readonly prefix: string | null
}

const within = ({ prefix }: IdPart): SQL =>
  prefix === null
    ? sql`true`
    : sql`operation_id between ${`${prefix}0000000-0000-0000-0000-000000000000`}::uuid
    and ${`${prefix}fffffff-ffff-ffff-ffff-ffffffffffff`}::uuid`

const idList = (ids: readonly string[]): SQL => sql`unnest(${sql.param([...ids])}::uuid[]) as wanted(id)`

/** The plan in force of some operations: one look at the key for each, where a list of ids is looked up by reading all rows. */
export const operationsOfIds = (tenantId: string, ids: readonly string[]): SQL => sql`${idList(ids)}
  cross join lateral (select * from ${operationsInForce(tenantId)} where operation_id = wanted.id offset 0) operations`

/** Rows as JSON text: a quarter of the time of as many typed rows. */
export const readJson = async <Row>(tx: Tx, rows: SQL): Promise<Row[]> => {
  const result = await tx.execute<{ page: string }>(
    sql`select coalesce(json_agg(r), '[]')::text as page from (${rows}) t`,
  )
  return JSON.parse(result.rows[0]?.page ?? '[]') as Row[]
}

const linkColumns = sql`json_build_array(operation_id, predecessor_id, lag_hours) as r`
const columns = sql`json_build_array(operation_id, project_id, category_id, name, sequence, status, progress_percent,
  duration_hours, on_hold::int, ${ms(sql`scheduled_start_date`)}, ${ms(sql`scheduled_end_date`)},
  ${ms(sql`actual_start_date`)}, ${ms(sql`actual_end_date`)}) as r`

/** The operations of a part, or of some ids. */
export const readPlanRows = (tx: Tx, tenantId: string, part: IdPart | readonly string[]): Promise<PlanRow[]> =>
  readJson(
    tx,
    'prefix' in part
      ? sql`select ${columns} from ${operationsInForce(tenantId)} where ${within(part)}`
      : sql`select ${columns} from ${operationsOfIds(tenantId, part)}`,
  )

/** The links of the same operations, by the one that waits. */
export const readPlanLinks = (tx: Tx, tenantId: string, part: IdPart | readonly string[]): Promise<PlanLink[]> =>
  readJson(
    tx,
    'prefix' in part
      ? sql`select ${linkColumns} from operation_dependencies where tenant_id = ${tenantId} and ${within(part)}`
      : sql`select ${linkColumns} from ${idList(part)} cross join lateral (select * from operation_dependencies
          where tenant_id = ${tenantId} and operation_id = wanted.id offset 0) links`,
  )

type ProjectRow = [
  projectId: string,
  projectNumber: string,
  projectName: string,
  customerName: string,
  priority: number,
  status: PlanProject['status'],
  currentPhase: PlanProject['currentPhase'],
  plannedShipMs: number | null,
]

/** All projects, the next to ship first. */
export const readPlanProjects = async (tx: Tx, tenantId: string, timeZone: string): Promise<PlanProject[]> => {
  const rows = await readJson<ProjectRow>(
    tx,
    sql`select json_build_array(project_id, project_number, project_name, customer_name, priority, status, current_phase,
        ${ms(sql`planned_ship_date`)}) as r from projects where tenant_id = ${tenantId}
      order by planned_ship_date nulls last, project_number, project_id`,
  )
  // Most projects share their ship dates, so each is looked up in the calendar once.
  const dues = new Map<number, number>()
  const dueOf = (ship: number): number => {
    const due = dues.get(ship) ?? endOfDayMs(ship, timeZone)
    dues.set(ship, due)
    return due
  }
  return rows.map((row) => ({
    projectId: row[0],
    projectNumber: row[1],
    projectName: row[2],
    customerName: row[3],
    priority: row[4],
    status: row[5],
    currentPhase: row[6],
    plannedShipMs: row[7],
    dueMs: row[7] === null ? null : dueOf(row[7]),
  }))
}

/** How many operations the organisation has. */
export const countOperations = async (tx: Tx, tenantId: string): Promise<number> => {
  const { rows } = await tx.execute<{ operations: number }>(
    sql`select count(*)::int as operations from operations where tenant_id = ${tenantId}`,
  )
  return rows[0]?.operations ?? 0
}
