import { type SQL, sql } from 'drizzle-orm'
import type { PlanDates, PlanLink, PlanRow } from '#domain/overdue/arrange-plan.ts'
import type { PlanProject } from '#domain/overdue/plan-columns.ts'
import { endOfDayMs } from '#domain/time/zone-dates.ts'
import type { Tx } from '../../db/database.ts'
import { epochMs } from '../analytics/read-json.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

/** Ids that begin with one of these hexadecimal digits, from the first to the last. */
export interface IdPart {
  readonly first: string
  readonly last: string
}

const within = ({ first, last }: IdPart): SQL =>
  first === '0' && last === 'f'
    ? sql`true`
    : sql`operation_id between ${`${first}0000000-0000-0000-0000-000000000000`}::uuid
    and ${`${last}fffffff-ffff-ffff-ffff-ffffffffffff`}::uuid`

const idList = (ids: readonly string[]): SQL => sql`unnest(${sql.param([...ids])}::uuid[]) as wanted(id)`

/** The plan in force of some operations: one look at the key for each, where a list of ids is looked up by reading all rows. */
export const operationsOfIds = (tenantId: string, ids: readonly string[]): SQL => sql`${idList(ids)}
  cross join lateral (select * from ${operationsInForce(tenantId, 'few')} where operation_id = wanted.id offset 0) operations`

/** Their links, by the one that waits, in the same way. */
export const linksOfIds = (tenantId: string, ids: readonly string[]): SQL => sql`${idList(ids)}
  cross join lateral (select * from operation_dependencies where tenant_id = ${tenantId} and operation_id = wanted.id offset 0) links`

/** Rows as JSON text: a quarter of the time of as many typed rows. */
export const readJson = async <Row>(tx: Tx, rows: SQL): Promise<Row[]> => {
  const result = await tx.execute<{ page: string }>(
    sql`select coalesce(json_agg(r), '[]')::text as page from (${rows}) t`,
  )
  return JSON.parse(result.rows[0]?.page ?? '[]') as Row[]
}

const numbers = (column: readonly string[]): (number | null)[] =>
  column.map((value) => (value === 'NULL' ? null : Number(value)))
const ids = (column: readonly string[]): (string | null)[] => column.map((value) => (value === 'NULL' ? null : value))

/** Columns without text, each as one array: a third of the time of rows as JSON. */
const readColumns = async (
  tx: Tx,
  plain: readonly SQL[],
  text: readonly SQL[],
  from: SQL,
): Promise<{ plain: string[][]; text: string[][] }> => {
  const parts = [
    ...plain.map((column, index) => sql`array_agg(${column})::text as ${sql.identifier(`p${index}`)}`),
    ...text.map((column, index) => sql`json_agg(${column})::text as ${sql.identifier(`t${index}`)}`),
  ]
  const { rows } = await tx.execute<Record<string, string | null>>(sql`select ${sql.join(parts, sql`, `)} from ${from}`)
  const of = (name: string): string => rows[0]?.[name] ?? ''
  return {
    plain: plain.map((_, index) => (of(`p${index}`) === '' ? [] : of(`p${index}`).slice(1, -1).split(','))),
    text: text.map((_, index) => JSON.parse(of(`t${index}`) || '[]') as string[]),
  }
}

const wholeOrPart = (tenantId: string, part: IdPart): SQL => sql`${operationsInForce(tenantId)} where ${within(part)}`

/** The operations of a part, or of some ids. */
export const readPlanRows = async (tx: Tx, tenantId: string, part: IdPart | readonly string[]): Promise<PlanRow[]> => {
  const { plain, text } = await readColumns(
    tx,
    [
      sql`operation_id`,
      sql`project_id`,
      sql`category_id`,
      sql`sequence`,
      sql`progress_percent`,
      sql`duration_hours`,
      sql`on_hold::int`,
      epochMs(sql`scheduled_start_date`),
      epochMs(sql`scheduled_end_date`),
      epochMs(sql`actual_start_date`),
      epochMs(sql`actual_end_date`),
    ],
    [sql`name`, sql`status`],
    'first' in part ? wholeOrPart(tenantId, part) : operationsOfIds(tenantId, part),
  )
  const [operationIds = [], projectIds = [], categoryIds = [], ...measures] = plain
  const [names = [], statuses = []] = text
  const categories = ids(categoryIds)
  const [sequence, progress, duration, onHold, start, end, actualStart, actualEnd] = measures.map(numbers) as Column[]
  return operationIds.map((id, index) => [
    id,
    projectIds[index] as string,
    categories[index] as string | null,
    names[index] as string,
    sequence?.[index] as number,
    statuses[index] as PlanRow[5],
    progress?.[index] as number,
    duration?.[index] as number,
    onHold?.[index] as 0 | 1,
    start?.[index] as number | null,
    end?.[index] as number | null,
    actualStart?.[index] as number | null,
    actualEnd?.[index] as number | null,
  ])
}

type Column = (number | null)[]

/** The links of the same operations, by the one that waits. */
export const readPlanLinks = async (
  tx: Tx,
  tenantId: string,
  part: IdPart | readonly string[],
): Promise<PlanLink[]> => {
  const { plain } = await readColumns(
    tx,
    [sql`operation_id`, sql`predecessor_id`, sql`lag_hours`],
    [],
    'first' in part
      ? sql`operation_dependencies where tenant_id = ${tenantId} and ${within(part)}`
      : linksOfIds(tenantId, part),
  )
  const [operationIds = [], predecessorIds = [], lags = []] = plain
  return operationIds.map((id, index) => [id, predecessorIds[index] as string, Number(lags[index])])
}

/** Planned dates alone, of a part: all that a run changes. */
export const readPlanDates = async (tx: Tx, tenantId: string, part: IdPart): Promise<PlanDates> => {
  const { plain } = await readColumns(
    tx,
    [sql`operation_id`, epochMs(sql`scheduled_start_date`), epochMs(sql`scheduled_end_date`)],
    [],
    wholeOrPart(tenantId, part),
  )
  const [operationIds = [], starts = [], ends = []] = plain
  return { operationIds, startMs: numbers(starts), endMs: numbers(ends) }
}

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
        ${epochMs(sql`planned_ship_date`)}) as r from projects where tenant_id = ${tenantId}
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
