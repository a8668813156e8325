import { type SQL, sql } from 'drizzle-orm'
import { isOfPlanInForce } from '../../db/operations-in-force.ts'
import { instantOf } from '../../db/read-json.ts'

/** What a query is asked of beside its selection. */
export interface QueryFacts {
  readonly tenantId: string
  readonly timeZone: string
  readonly nowMs: number
  readonly comparedWithMs: number
  /** Operations that are begun and have not moved for days; read where the filter asks. */
  readonly stalledIds: readonly string[]
}

/**
 * What a statement may read: `o` operations, `pl` their placements in the plan in force, `f` their forecasts, `s` their snoozes,
 * `p` projects, `c` work centers, `n` names in their order. Each that is joined costs a look at every operation.
 */
export type Source = 'o' | 'pl' | 'f' | 's' | 'p' | 'c' | 'n'

/** A piece of a statement, and what it reads. */
export interface Term {
  readonly sql: SQL
  readonly of: readonly Source[]
}
export const term = (text: SQL, ...of: Source[]): Term => ({ sql: text, of })

/** For the rest of the transaction: joins in the order in which they are written. */
export const joinAsWritten = sql`select set_config('join_collapse_limit', '1', true)`

interface Joined {
  /** To stand behind `from`, behind `lookups`: one row for each operation for which the terms hold. */
  readonly rows: SQL
  readonly operationId: SQL
  readonly projectId: SQL
}

/**
 * The tables that are read, joined, and the conditions. The operations are left out where nothing of them is read: then rows come
 * from the forecast, or from the plan, which may still place an operation that is gone. `isFew`: the conditions leave few operations,
 * each looked up by its key. What narrows is joined first: `joinAsWritten` keeps that order.
 */
export const joined = (
  facts: QueryFacts,
  where: readonly Term[],
  others: readonly Term[] = [],
  isFew = false,
): Joined => {
  const { tenantId, nowMs } = facts
  const reads = new Set([...where, ...others].flatMap(({ of }) => of))
  const readsOperation = reads.has('o') || reads.has('n') || reads.has('c')
  const first =
    !readsOperation && reads.has('f') ? 'f' : !readsOperation && reads.has('pl') && !reads.has('p') ? 'pl' : 'o'
  const operationId = sql.raw(`${first}.operation_id`)
  const projectId = first === 'f' ? sql`f.of_project_id` : first === 'o' ? sql`o.project_id` : sql`null::uuid`
  const inForce = isOfPlanInForce(tenantId, 'pl')
  const base: Readonly<Record<typeof first, [table: SQL, own: SQL]>> = {
    o: [sql`operations o`, sql`o.tenant_id = ${tenantId}`],
    f: [sql`operation_forecasts f`, sql`f.tenant_id = ${tenantId}`],
    pl: [sql`placements pl`, inForce],
  }
  const own = (table: string, name: 'f' | 'pl', condition: SQL): SQL => {
    const same = sql`${sql.raw(name)}.operation_id = ${operationId}`
    const rows = sql`(select * from ${sql.raw(`${table} ${name}`)} where ${condition} and ${same} offset 0)`
    return isFew
      ? sql`left join lateral ${rows} ${sql.raw(name)} on true`
      : sql`left join ${sql.raw(`${table} ${name}`)} on ${condition} and ${same}`
  }
  const joins: readonly (readonly [Source, SQL])[] = [
    ['p', sql`join p on p.project_id = ${projectId}`],
    ['f', own('operation_forecasts', 'f', sql`f.tenant_id = ${tenantId}`)],
    ['pl', own('placements', 'pl', inForce)],
    [
      's',
      sql`left join operation_snoozes s on s.tenant_id = ${tenantId} and s.operation_id = ${operationId}
      and s.until > ${instantOf(nowMs)}`,
    ],
    ['c', sql`left join c on c.category_id = o.category_id`],
    ['n', sql`left join n on n.name = o.name`],
  ]
  const narrowing = new Set(where.flatMap(({ of }) => of))
  const used = joins
    .filter(([source]) => source !== first && reads.has(source))
    .toSorted(([a], [b]) => Number(narrowing.has(b)) - Number(narrowing.has(a)))
    .map(([, text]) => text)
  const [table, ofTenant] = base[first]
  return {
    rows: sql`${sql.join([table, ...used], sql` `)} where ${sql.join([ofTenant, ...where.map((of) => of.sql)], sql` and `)}`,
    operationId,
    projectId,
  }
}
