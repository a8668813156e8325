import { type SQL, sql } from 'drizzle-orm'
import type { PlanLink, PlanRow } from '#domain/overdue/arrange-plan.ts'
import type { PlanProject } from '#domain/overdue/plan-columns.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

const ms = (column: SQL): SQL => sql`(extract(epoch from ${column}) * 1000)::bigint`

const within = (part: { prefix: string } | { ids: readonly string[] }): SQL =>
  'ids' in part
    ? sql`operation_id = any(${sql.param([...part.ids])}::uuid[])`
    : sql`operation_id between ${`${part.prefix}0000000-0000-0000-0000-000000000000`}::uuid
        and ${`${part.prefix}fffffff-ffff-ffff-ffff-ffffffffffff`}::uuid`

/** Rows as JSON text: a quarter of the time of as many typed rows. */
const readJson = async <Row>(tx: Tx, rows: SQL): Promise<Row[]> => {
  const result = await tx.execute<{ page: string }>(
    sql`select coalesce(json_agg(r), '[]')::text as page from (${rows}) t`,
  )
  return JSON.parse(result.rows[0]?.page ?? '[]') as Row[]
}

const columns = sql`json_build_array(operation_id, project_id, category_id, name, sequence, status, progress_percent,
  duration_hours, on_hold::int, ${ms(sql`scheduled_start_date`)}, ${ms(sql`scheduled_end_date`)},
  ${ms(sql`actual_start_date`)}, ${ms(sql`actual_end_date`)}) as r`

/** The operations whose ids begin with `prefix` (one hexadecimal digit): a part of about a sixteenth, or those of `ids`. */
export const readPlanRows = (
  tx: Tx,
  tenantId: string,
  part: { prefix: string } | { ids: readonly string[] },
): Promise<PlanRow[]> => readJson(tx, sql`select ${columns} from ${operationsInForce(tenantId)} where ${within(part)}`)

/** The links of the same operations, by the one that waits. */
export const readPlanLinks = (
  tx: Tx,
  tenantId: string,
  part: { prefix: string } | { ids: readonly string[] },
): Promise<PlanLink[]> =>
  readJson(
    tx,
    sql`select json_build_array(operation_id, predecessor_id, lag_hours) as r from operation_dependencies
      where tenant_id = ${tenantId} and ${within(part)}`,
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
