import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { readJson } from '../../db/read-json.ts'
import { joined, type QueryFacts, type Term, term } from './join-sources.ts'
import {
  conditions,
  keyedRows,
  lookups,
  mostByIndex,
  type OperationSelection,
  priorityClass,
  projectOrder,
  type Range,
  sortKeyOf,
  tabConditions,
} from './operation-query.ts'

/** The key is a project id, an operation name or the number of a priority class. `offset` counts the rows before the group. */
export type GroupRow = [key: string, count: number, daysOverdue: number, title: string, offset: number]

/** The key by which rows are grouped, as text. */
export const groupKeyOf = ({ groupBy }: OperationSelection): Term =>
  groupBy === 'project'
    ? term(sql`p.project_id::text`, 'p')
    : groupBy === 'priority'
      ? term(sql`(${priorityClass})::text`, 'p')
      : term(sql`o.name`, 'o')

/**
 * The groups of the matching operations. Priorities go from critical to low, others follow the order of their first rows. Groups
 * with equal first keys are in plan order, or by name. With a range only the groups that contain its rows.
 */
export const readGroups = (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  range?: Range,
): Promise<GroupRow[]> => {
  const { offset, limit } = range ?? { offset: 0, limit: null }
  const isByPriority = selection.groupBy === 'priority'
  const isByProject = selection.groupBy === 'project'
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  // A term that is not needed would join a table for nothing.
  const key = isByPriority ? term(sql`null`) : sortKeyOf(selection)
  const days = range ? term(sql`0`) : term(sql`max(f.days_overdue)`, 'f')
  const isByName = !isByPriority && !isByProject
  // Operations are counted by project first, and only their projects are joined. Placements do not know their project.
  const readsForecast = [key, days, ...where].some(({ of }) => of.includes('f'))
  const groupKey = isByName ? groupKeyOf(selection) : term(sql``, readsForecast ? 'f' : 'o')
  const { rows, projectId } = joined(facts, where, [key, groupKey, days])
  const counted = sql`select ${isByName ? groupKey.sql : projectId} as group_key, count(*)::int as count,
    coalesce(${days.sql}, 0) as days_overdue, ${isByPriority ? sql`null` : sql`min(${key.sql})`} as first_key from ${rows} group by 1`
  const groups = isByPriority
    ? sql`select (${priorityClass})::text as group_key, sum(count)::int as count, max(days_overdue) as days_overdue
        from (${counted}) g join p on p.project_id = group_key group by 1`
    : counted
  const [title, order, project] = isByProject
    ? [
        range ? sql`''` : sql`project_number || ' ' || project_name`,
        sql`first_key nulls last, ${projectOrder}`,
        sql`join p on p.project_id = group_key`,
      ]
    : [sql`group_key`, isByPriority ? sql`group_key` : sql`first_key nulls last, group_key`, sql``]
  return readJson<GroupRow>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)}
      select json_build_array(group_key, count, days_overdue, title, before) as r from (
        select group_key, count, days_overdue, ${title} as title, sum(count) over (order by ${order}) - count as before
        from (${groups}) g ${project}) placed
      where before + count > ${offset} ${limit === null ? sql`` : sql`and before < ${offset + limit}`} order by before`,
  )
}

/** So many rows are read for each row of the window, because rows of one group seldom follow each other. */
const rowsForOne = 20

/**
 * The same for a window near the start of the list of all operations. The groups of its first rows are the first groups, so only
 * these are counted. null when that is not enough.
 */
export const readFirstGroups = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  { offset, limit }: Range,
): Promise<GroupRow[] | null> => {
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  if (selection.groupBy === 'priority' || limit === null || where.length > 0) return null
  const most = (offset + limit) * rowsForOne
  const rows = keyedRows(selection, facts, most)
  if (rows === null || most > mostByIndex) return null
  const { tenantId } = facts
  const isByProject = selection.groupBy === 'project'
  const groupKey = isByProject ? sql`o.project_id` : sql`o.name`
  const [order, project] = isByProject
    ? [sql`first_key, ${projectOrder}`, sql`join p on p.project_id = group_key`]
    : [sql`first_key, group_key`, sql``]
  const groups = await readJson<GroupRow>(
    tx,
    sql`with ${lookups(selection, tenantId)},
      first as materialized (select operation_id, key from (${rows}) k where key is not null order by key limit ${most}),
      heads as materialized (select ${groupKey} as group_key, min(key) as first_key from first
        cross join lateral (select project_id, name from operations
          where tenant_id = ${tenantId} and operation_id = first.operation_id offset 0) o
        group by 1 having min(key) < (select max(key) from first)),
      counted as (select ${groupKey} as group_key, count(*)::int as count from operations o
        where tenant_id = ${tenantId} and ${groupKey} in (select group_key from heads) group by 1)
      select json_build_array(group_key, count, 0, '', before) as r from (
        select group_key, count, sum(count) over (order by ${order}) - count as before
        from heads join counted using (group_key) ${project}) placed
      where before + count > ${offset} and before < ${offset + limit} order by before`,
  )
  const last = groups.at(-1)
  return last && last[4] + last[1] >= offset + limit ? groups : null
}
