import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { readJson } from '../forecasts/operations-of-ids.ts'
import { type GroupRow, groupKeyOf, readGroups } from './operation-groups.ts'
import {
  conditions,
  joined,
  lookups,
  type OperationSelection,
  type QueryFacts,
  selectionOrder,
  sortKeyOf,
  type Term,
  tabConditions,
  term,
} from './operation-query.ts'

/** Rows from `offset` on; without a limit all. */
export interface Range {
  readonly offset: number
  readonly limit: number | null
}

const cut = ({ offset, limit }: Range): SQL => (limit === null ? sql`` : sql`offset ${offset} limit ${limit}`)
const everything = term(sql`true`, 'o', 'p')

/** Ids in their order by one look at all operations that match. */
const readDirectly = (tx: Tx, selection: OperationSelection, facts: QueryFacts, range: Range): Promise<string[]> => {
  const key = sortKeyOf(selection)
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  return readJson<string>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)} select operation_id as r from (
      select o.operation_id, o.sequence, p.place, ${key.sql} as sort_key
      from ${joined(facts, where, [key, everything]).rows} order by ${selectionOrder} ${cut(range)}) ids`,
  )
}

type Edges = [first: number | null, last: number | null, rows: number]

/**
 * The same where the key and all conditions are of the forecast, or of the plan: between which keys the window lies is asked of
 * that table alone, and only what lies between them is looked up. Null where that does not answer: at the end of the list.
 */
const readBetweenEdges = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range: Range,
): Promise<string[] | null> => {
  const { tenantId } = facts
  const key = sortKeyOf(selection)
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  const reads = new Set([key, ...where].flatMap(({ of }) => of))
  const isOfOne =
    reads.has('f') !== reads.has('pl') && !['o', 'c', 'n', 'p'].some((source) => reads.has(source as never))
  if (!isOfOne || range.limit === null) return null
  const { rows, operationId } = joined(facts, where, [key])
  const [[first, last, count] = [null, null, 0]] = await readJson<Edges>(
    tx,
    sql`select json_build_array(min(key), max(key), count(key)) as r
      from (select ${key.sql} as key from ${rows} order by 1 nulls last ${cut(range)}) keys`,
  )
  if (first === null || last === null || count < range.limit) return null
  const bound = (value: number): SQL => sql`${value}::double precision`
  const [before = 0] =
    range.offset === 0
      ? []
      : await readJson<number>(tx, sql`select count(*) as r from ${rows} and ${key.sql} < ${bound(first)}`)
  const ids = await readJson<string>(
    tx,
    sql`with ${lookups(selection, tenantId)}, near as materialized (
        select ${operationId} as operation_id, ${key.sql} as sort_key from ${rows}
          and ${key.sql} between ${bound(first)} and ${bound(last)})
      select operation_id as r from (
        select near.operation_id, near.sort_key, o.sequence, p.place from near
        cross join lateral (select project_id, sequence from operations
          where tenant_id = ${tenantId} and operation_id = near.operation_id offset 0) o
        join p using (project_id) order by ${selectionOrder} offset ${range.offset - before} limit ${range.limit}) ids`,
  )
  return ids.length === count ? ids : null
}

/** The groups that hold rows of the range, and the place of the range's first row among theirs. */
const groupsOfRange = (groups: readonly GroupRow[], { offset, limit }: Range) => {
  const keys: string[] = []
  let [begin, skipped] = [0, 0]
  for (const [key, count] of groups) {
    const end = begin + count
    if (end <= offset) skipped = end
    else if (limit === null || begin < offset + limit) keys.push(key)
    begin = end
  }
  return { keys, offset: offset - skipped }
}

/** Ids of a range, group behind group. */
const readGrouped = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range: Range,
): Promise<string[]> => {
  const { keys, offset } = groupsOfRange(await readGroups(tx, selection, facts), range)
  const key = sortKeyOf(selection)
  const groupKey: Term = groupKeyOf(selection)
  const ofGroups =
    selection.groupBy === 'project' ? [term(sql`o.project_id = any(${sql.param(keys)}::uuid[])`, 'o')] : []
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts), ...ofGroups]
  const { rows } = joined(facts, where, [key, groupKey, everything])
  return readJson<string>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)} select operation_id as r from (
      select r.operation_id, r.sequence, r.place, r.sort_key, g.group_place from (
        select o.operation_id, o.sequence, p.place, ${key.sql} as sort_key, ${groupKey.sql} as group_key from ${rows}) r
      join unnest(${sql.param(keys)}::text[]) with ordinality g(group_key, group_place) using (group_key)
      order by group_place, ${selectionOrder} ${cut({ ...range, offset })}) ids`,
  )
}

/** Ids of a range of the selection in its order. */
export const readWindow = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range: Range,
): Promise<string[]> => {
  const { groupBy = 'none' } = selection
  if (groupBy !== 'none') return readGrouped(tx, selection, facts, range)
  return (await readBetweenEdges(tx, selection, facts, range)) ?? readDirectly(tx, selection, facts, range)
}
