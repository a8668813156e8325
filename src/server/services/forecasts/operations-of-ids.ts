import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

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
