import { priorityClasses } from '#contract/operation-filter.ts'
import type { OperationGroups } from '#contract/operation-lists.ts'
import type { TenantContext } from '../../context.ts'
import { readGroups } from './operation-groups.ts'
import type { OperationSelection } from './operation-query.ts'
import { querySelection } from './select-operations-list.ts'

/** The groups of the operations that match, in the order of the list. */
export const listOperationGroups = async (
  ctx: TenantContext,
  selection: OperationSelection,
): Promise<OperationGroups> => {
  const { groupBy = 'none' } = selection
  const groups: OperationGroups = { keys: [], titles: [], offsets: [], counts: [], daysOverdue: [] }
  if (groupBy === 'none') return groups
  const rows = await querySelection(ctx, selection, (tx, facts) => readGroups(tx, selection, facts))
  let offset = 0
  for (const [groupKey, count, daysOverdue, title] of rows) {
    const priority = groupBy === 'priority' ? priorityClasses[Number(groupKey)] : undefined
    groups.keys.push(priority ?? groupKey)
    groups.titles.push(priority ?? title)
    groups.offsets.push(offset)
    groups.counts.push(count)
    groups.daysOverdue.push(daysOverdue)
    offset += count
  }
  return groups
}
