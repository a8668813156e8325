import { maxWindowRows, priorityClasses, severities } from '#contract/operation-filter.ts'
import type { OperationGroups, OperationList } from '#contract/operation-lists.ts'
import type { TenantContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { readTenant } from '../../db/read-tenant.ts'
import type { QueryFacts } from './join-sources.ts'
import { type Figures, isOfProjects, readFoundFigures, readProjectFigures } from './operation-figures.ts'
import { readGroups } from './operation-groups.ts'
import type { OperationSelection } from './operation-query.ts'
import { readWindow } from './operation-window.ts'
import { readOperationRows } from './read-operation-rows.ts'
import { querySelection } from './select-operations-list.ts'

const defaultWindowRows = 100

interface Window {
  readonly offset: number
  readonly limit: number
}

/** The figures of a selection, and the ids in a window of it. */
const readAnswer = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  window: Window,
): Promise<{ answer: Figures; ids: string[] }> => {
  const isWhole = isOfProjects(selection)
  const isGrouped = (selection.groupBy ?? 'none') !== 'none'
  const found = isWhole
    ? undefined
    : await readFoundFigures(tx, selection, facts, isGrouped || window.limit === 0 ? null : window)
  const answer = found ?? (await readProjectFigures(tx, selection, facts))
  if (!answer) throw new Error('An aggregate has no row')
  if (window.limit === 0) return { answer, ids: [] }
  return { answer, ids: found?.ids ?? (await readWindow(tx, selection, facts, window)) }
}

/** A window of the matching operations, with the counts of every tab. */
export const listOperationRows = async (
  ctx: TenantContext,
  query: OperationSelection & { readonly offset?: number | undefined; readonly limit?: number | undefined },
): Promise<OperationList> => {
  const { offset = 0, limit = defaultWindowRows, ...selection } = query
  const window = { offset, limit: Math.min(limit, maxWindowRows) }
  const { answer, ids, facts } = await querySelection(ctx, selection, async (tx, found) => ({
    ...(await readAnswer(tx, selection, found, window)),
    facts: found,
  }))
  // A transaction of its own, because settings for reading all operations do not suit a hundred lookups by key.
  const rows =
    ids.length === 0 ? [] : await readTenant(ctx, (tx) => readOperationRows(tx, facts, ids, selection.riskDays))
  return {
    now: new Date(facts.nowMs).toISOString(),
    usesMaterial: facts.usesMaterial,
    total: answer.total,
    tabs: answer.tabs,
    snoozed: answer.snoozed,
    newSinceYesterday: answer.fresh,
    recovered: answer.recovered,
    comparedWith: new Date(facts.comparedWithMs).toISOString(),
    metrics: {
      projects: answer.projects,
      hoursLeft: Math.round(answer.hoursLeft * 100) / 100,
      averageDaysOverdue: Math.round(answer.averageDays * 10) / 10,
      blocked: answer.blocked,
      severities: Object.fromEntries(
        severities.map((name, index) => [name, answer.severities[index] ?? 0]),
      ) as OperationList['metrics']['severities'],
    },
    offset,
    rows: rows.map(({ row }) => row),
  }
}

/** The groups of the matching operations, in the order of the list. */
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
