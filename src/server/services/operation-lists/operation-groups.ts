import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { readJson } from '../forecasts/operations-of-ids.ts'
import {
  conditions,
  joined,
  lookups,
  type OperationSelection,
  priorityClass,
  type QueryFacts,
  sortKeyOf,
  type Term,
  tabConditions,
  term,
} from './operation-query.ts'

/** Project id, operation name or the number of the priority class, and what the group holds. */
export type GroupRow = [key: string, count: number, daysOverdue: number, title: string]

/** What rows are grouped by, as text. */
export const groupKeyOf = ({ groupBy }: OperationSelection): Term =>
  groupBy === 'project'
    ? term(sql`p.project_id::text`, 'p')
    : groupBy === 'priority'
      ? term(sql`(${priorityClass})::text`, 'p')
      : term(sql`o.name`, 'o')

/**
 * The groups of the operations that match: priorities from critical to low, others as their first rows follow each other; those
 * with equal first keys in plan order, or by name.
 */
export const readGroups = (tx: Tx, selection: OperationSelection, facts: QueryFacts): Promise<GroupRow[]> => {
  const key = sortKeyOf(selection)
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  const days = term(sql`max(f.days_overdue)`, 'f')
  const isByProject = selection.groupBy === 'project'
  const groupKey = isByProject ? term(sql``) : groupKeyOf(selection)
  const { rows, projectId } = joined(facts, where, [key, groupKey, days])
  const groups = sql`(select ${isByProject ? projectId : groupKey.sql} as group_key, count(*) as count,
    coalesce(${days.sql}, 0) as days_overdue, min(${key.sql}) as first_key from ${rows} group by 1) g`
  const head = sql`with ${lookups(selection, facts.tenantId)}`
  if (isByProject) {
    return readJson<GroupRow>(
      tx,
      sql`${head} select json_build_array(group_key, count, days_overdue, project_number || ' ' || project_name) as r
        from ${groups} join p on p.project_id = group_key order by first_key nulls last, place`,
    )
  }
  return readJson<GroupRow>(
    tx,
    sql`${head} select json_build_array(group_key, count, days_overdue, group_key) as r
      from ${groups} order by ${selection.groupBy === 'priority' ? sql`` : sql`first_key nulls last,`} group_key`,
  )
}
