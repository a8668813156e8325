import { sql } from 'drizzle-orm'
import { priorityClasses } from '#contract/operation-filter.ts'
import type { OperationGroups } from '#contract/operation-lists.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { readJson } from '../forecasts/operations-of-ids.ts'
import { type OperationSelection, selectionOrder } from './operation-query.ts'
import { querySelection } from './select-operations-list.ts'

type GroupRow = [key: string, count: number, daysOverdue: number]

/** Titles of groups by project, by their key. */
const readTitles = async (ctx: TenantContext, projectIds: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    await readTenant(ctx, (tx) =>
      readJson<[string, string]>(
        tx,
        sql`select json_build_array(project_id, project_number || ' ' || project_name) as r from projects
          where tenant_id = ${ctx.tenantId} and project_id = any(${sql.param([...projectIds])}::uuid[])`,
      ),
    ),
  )

/** The groups of the operations that match, in the order of the list. */
export const listOperationGroups = async (
  ctx: TenantContext,
  selection: OperationSelection,
): Promise<OperationGroups> => {
  const { groupBy = 'none' } = selection
  const groups: OperationGroups = { keys: [], titles: [], offsets: [], counts: [], daysOverdue: [] }
  if (groupBy === 'none') return groups
  const rows = await querySelection(ctx, selection, (tx, { head }) =>
    readJson<GroupRow>(
      tx,
      sql`${head} select json_build_array(group_key, count, days_overdue) as r
        from (select group_key, count(*) as count, max(days_overdue) as days_overdue, min(row_place) as first_place from (
          select *, row_number() over (order by ${selectionOrder}) as row_place from selected) ranked group by 1) g
        order by ${groupBy === 'priority' ? sql`group_key` : sql`first_place`}`,
    ),
  )
  const titles =
    groupBy === 'project'
      ? await readTitles(
          ctx,
          rows.map(([key]) => key),
        )
      : null
  let offset = 0
  for (const [groupKey, count, daysOverdue] of rows) {
    const key = groupBy === 'priority' ? (priorityClasses[Number(groupKey)] as string) : groupKey
    groups.keys.push(key)
    groups.titles.push(titles?.get(key) ?? key)
    groups.offsets.push(offset)
    groups.counts.push(count)
    groups.daysOverdue.push(daysOverdue)
    offset += count
  }
  return groups
}
