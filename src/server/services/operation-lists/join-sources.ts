import { type SQL, sql } from 'drizzle-orm'
import { isOfPlanInForce } from '../../db/operations-in-force.ts'
import { instantOf } from '../../db/read-json.ts'

/** The facts that a query needs in addition to its selection. */
export interface QueryFacts {
  readonly tenantId: string
  /** The zone of the organization, in which ship dates end. */
  readonly timeZone: string
  /** The zone of the dates of a filter. */
  readonly readerZone: string
  readonly nowMs: number
  /** True when an operation has a date for its material. */
  readonly usesMaterial: boolean
  readonly comparedWithMs: number
  /** Begun operations without progress for days. Read only if the filter needs them. */
  readonly stalledIds: readonly string[]
  readonly foundWords: readonly FoundWord[]
}

/** A word of the search, with the projects and work centers that contain it. */
export interface FoundWord {
  readonly word: string
  readonly projectIds: readonly string[]
  readonly categoryIds: readonly string[]
}

/**
 * The tables of a statement: `o` operations, `pl` their placements in the plan in force, `f` their forecasts, `od` their odds, `s` their snoozes,
 * `p` projects, `c` work centers, `n` names in their order. Each joined table costs a lookup for every operation.
 */
export type Source = 'o' | 'pl' | 'f' | 'od' | 's' | 'p' | 'c' | 'n'

/** A part of a statement, and the tables that it reads. */
export interface Term {
  readonly sql: SQL
  readonly of: readonly Source[]
}
export const term = (text: SQL, ...of: Source[]): Term => ({ sql: text, of })

/** For the rest of the transaction, the database joins tables in the written order. */
export const joinAsWritten = sql`select set_config('join_collapse_limit', '1', true)`

interface Joined {
  /** Follows `from` in a statement with `lookups`: one row for each operation that fulfils the terms. */
  readonly rows: SQL
  readonly operationId: SQL
  readonly projectId: SQL
}

/**
 * The joined tables with the conditions. The table of operations is left out if no term reads it: then the rows come from the
 * forecast, or from the plan, which may still place a deleted operation. `isFew`: the conditions match few operations, and each
 * is looked up by its key. Tables with conditions are joined first, and `joinAsWritten` keeps that order.
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
  const own = (table: string, name: 'f' | 'pl' | 'od', condition: SQL): SQL => {
    const same = sql`${sql.raw(name)}.operation_id = ${operationId}`
    const rows = sql`(select * from ${sql.raw(`${table} ${name}`)} where ${condition} and ${same} offset 0)`
    return isFew
      ? sql`left join lateral ${rows} ${sql.raw(name)} on true`
      : sql`left join ${sql.raw(`${table} ${name}`)} on ${condition} and ${same}`
  }
  const joins: readonly (readonly [Source, SQL])[] = [
    ['p', sql`join p on p.project_id = ${projectId}`],
    ['f', own('operation_forecasts', 'f', sql`f.tenant_id = ${tenantId}`)],
    ['od', own('operation_odds', 'od', sql`od.tenant_id = ${tenantId}`)],
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
