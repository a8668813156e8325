import { type SQL, sql } from 'drizzle-orm'
import { priorityClasses } from '#contract/operation-filter.ts'
import type { Tx } from '../../db/database.ts'
import { readJson } from '../../db/read-json.ts'
import { joined, type QueryFacts, type Term, term } from './join-sources.ts'
import { type GroupRow, groupKeyOf, readFirstGroups, readGroups } from './operation-groups.ts'
import {
  conditions,
  isDescending,
  isOfProject,
  keyedRows,
  lookups,
  type NameRow,
  naturally,
  type OperationSelection,
  projectOrder,
  type Range,
  selectionOrder,
  sortKeyOf,
  tabConditions,
} from './operation-query.ts'

const cut = ({ offset, limit }: Range): SQL => (limit === null ? sql`` : sql`offset ${offset} limit ${limit}`)
const everything = term(sql`true`, 'o', 'p')

/** Ids in their order, from one pass over all matching operations, or over those with some names. */
const readDirectly = (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range: Range,
  names?: readonly NameRow[],
): Promise<string[]> => {
  const key = sortKeyOf(selection)
  const ofNames = names && term(sql`o.name = any(${sql.param(names.map(([name]) => name))}::text[])`, 'o')
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts), ...(ofNames ? [ofNames] : [])]
  return readJson<string>(
    tx,
    sql`with ${lookups(selection, facts.tenantId, names)} select operation_id as r from (
      select o.operation_id, o.sequence, p.planned_ship_date, p.project_number, ${key.sql} as sort_key
      from ${joined(facts, where, [key, everything]).rows} order by ${selectionOrder} ${cut(range)}) ids`,
  )
}

type KeyedId = [operationId: string, key: number | null]
/** Rows read before and after a window, because their keys may equal those at its ends. */
const marginRows = 200

/** The rows whose keys lie in a window of `rows`, which are in the order of their keys. null when other rows may have these keys too. */
const rowsOfWindow = (
  rows: readonly KeyedId[],
  begin: number,
  { isFromFirst }: { isFromFirst: boolean },
  count: number,
) => {
  const [first, last] = [rows[begin]?.[1] ?? null, rows[begin + count - 1]?.[1] ?? null]
  const end = rows.at(-1)?.[1] ?? null
  // Operations without a key come last, and may have no row in this table.
  if (first === null || last === null || end === last) return null
  const from = rows.findIndex(([, key]) => key === first)
  if (from === 0 && !isFromFirst) return null
  return { from, rows: rows.slice(from).filter(([, key]) => key !== null && key <= last) }
}

/**
 * The same if the key and all conditions belong to the forecast, or to the plan. Only that table is searched for the rows of the
 * window, and only these are looked up. null when that is not enough: at the end of the list, or with many equal keys.
 */
const readByKey = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range: Range,
): Promise<string[] | null> => {
  if (range.limit === null) return null
  const begin = Math.max(0, range.offset - marginRows)
  const count = range.offset - begin + range.limit + marginRows
  const rows = keyedRows(selection, facts, begin + count)
  if (rows === null) return null
  const keyed = await readJson<KeyedId>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)} select json_build_array(operation_id, key) as r from (select * from (
      ${rows}) k order by key nulls last offset ${begin} limit ${count}) keys`,
  )
  const found = rowsOfWindow(keyed, range.offset - begin, { isFromFirst: begin === 0 }, range.limit)
  if (!found) return null
  const [wanted, keys] = [found.rows.map(([id]) => id), found.rows.map(([, of]) => of)]
  const ids = await readJson<string>(
    tx,
    sql`select operation_id as r from (
      select k.operation_id from unnest(${sql.param(wanted)}::uuid[], ${sql.param(keys)}::double precision[]) as k(operation_id, key)
      cross join lateral (select project_id, sequence from operations
        where tenant_id = ${facts.tenantId} and operation_id = k.operation_id offset 0) o
      cross join lateral (select planned_ship_date, project_number from projects
        where tenant_id = ${facts.tenantId} and project_id = o.project_id offset 0) p
      order by key, ${projectOrder}, sequence, operation_id
      offset ${range.offset - begin - found.from} limit ${range.limit}) ids`,
  )
  // A plan may still place a deleted operation.
  return ids.length === range.limit ? ids : null
}

/**
 * The same if the key and all conditions belong to the project. All operations of a project share one key, so only the
 * first projects' operations are read.
 */
const readByProject = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range: Range,
): Promise<string[] | null> => {
  const key = sortKeyOf(selection)
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  if (range.limit === null || ![key, ...where].every(isOfProject)) return null
  const conditionsOfProjects = sql.join([sql`true`, ...where.map((of) => of.sql)], sql` and `)
  return readJson<string>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)} select operation_id as r from (
      select o.operation_id
      from (select project_id, planned_ship_date, project_number, ${key.sql} as sort_key
        from p where ${conditionsOfProjects} order by sort_key nulls last, ${projectOrder}) p
      cross join lateral (select operation_id, sequence from operations
        where tenant_id = ${facts.tenantId} and project_id = p.project_id offset 0) o
      order by ${selectionOrder} ${cut(range)}) ids`,
  )
}

/** To look up so many operations one by one takes some 30 ms; to join all forecasts takes longer in large organizations. */
const mostLookedUp = 3_000

/** Ids of a range, priority by priority. */
const readByPriority = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  { offset, limit }: Range,
  groups: readonly GroupRow[],
): Promise<string[]> => {
  const ids: string[] = []
  for (const [key, count, , , before] of groups) {
    const priorities = priorityClasses.filter((_, index) => String(index) === key)
    const first = Math.max(0, offset - before)
    const part = { offset: first, limit: limit === null ? null : Math.min(count - first, limit - ids.length) }
    ids.push(...(await readWindow(tx, { ...selection, groupBy: 'none', priorities }, facts, part)))
  }
  return ids
}

/** Ids of a range, group by group. */
const readGrouped = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range: Range,
): Promise<string[]> => {
  const groups = (await readFirstGroups(tx, selection, facts, range)) ?? (await readGroups(tx, selection, facts, range))
  if (selection.groupBy === 'priority') return readByPriority(tx, selection, facts, range, groups)
  const keys = groups.map(([key]) => key)
  const offset = range.offset - (groups[0]?.[4] ?? 0)
  const key = sortKeyOf(selection)
  const groupKey: Term = groupKeyOf(selection)
  const isFew = range.limit !== null && groups.reduce((sum, [, count]) => sum + count, 0) <= mostLookedUp
  const ofGroups =
    selection.groupBy === 'project'
      ? term(sql`o.project_id = any(${sql.param(keys)}::uuid[])`, 'o')
      : term(sql`${groupKey.sql} = any(${sql.param(keys)}::text[])`, ...groupKey.of)
  const where = [
    ...conditions(selection, facts),
    ...tabConditions(selection, facts),
    ...(range.limit === null ? [] : [ofGroups]),
  ]
  const { rows } = joined(facts, where, [key, groupKey, everything], isFew)
  return readJson<string>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)} select operation_id as r from (
      select r.operation_id, r.sequence, r.planned_ship_date, r.project_number, r.sort_key, g.group_place from (
        select o.operation_id, o.sequence, p.planned_ship_date, p.project_number, ${key.sql} as sort_key, ${groupKey.sql} as group_key from ${rows}) r
      join unnest(${sql.param(keys)}::text[]) with ordinality g(group_key, group_place) using (group_key)
      order by group_place, ${selectionOrder} ${cut({ ...range, offset })}) ids`,
  )
}

/**
 * The same for a list by name. Names are counted first, so that only the operations with the names of the window are put in order.
 * Names that differ only in case have the same place.
 */
const readByName = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range: Range,
): Promise<string[] | null> => {
  const { offset, limit } = range
  if (selection.sortBy !== 'name' || limit === null) return null
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  const direction = sql.raw(isDescending(selection) ? 'desc' : 'asc')
  const names = await readJson<NameRow>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)} select json_build_array(name, place, through - same) as r from (
      select name, dense_rank() over (order by natural_name) as place,
        sum(count) over (order by natural_name ${direction}) as through, sum(count) over (partition by natural_name) as same
      from (select name, count, ${naturally(sql`name`)} as natural_name from (
        select o.name, count(*)::int as count from ${joined(facts, where, [term(sql``, 'o')]).rows} group by 1) c) n) placed
      where through > ${offset} and through - same < ${offset + limit} order by through`,
  )
  return readDirectly(tx, selection, facts, { limit, offset: offset - (names[0]?.[2] ?? 0) }, names)
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
  return (
    (await readByKey(tx, selection, facts, range)) ??
    (await readByProject(tx, selection, facts, range)) ??
    (await readByName(tx, selection, facts, range)) ??
    readDirectly(tx, selection, facts, range)
  )
}
