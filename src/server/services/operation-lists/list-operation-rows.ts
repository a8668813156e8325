import { type SQL, sql } from 'drizzle-orm'
import { maxWindowRows, operationTabs, severities } from '#contract/operation-filter.ts'
import type { OperationList } from '#contract/operation-lists.ts'
import type { TenantContext } from '../../context.ts'
import { readTenant } from '../../db/transaction.ts'
import { isShown, type OperationSelection, onTab, severity } from './operation-query.ts'
import { readOperationRows } from './read-operation-rows.ts'
import { orderedIds, querySelection } from './select-operations-list.ts'

const defaultWindowRows = 100

type Tabs = OperationList['tabs']
interface Answer {
  readonly tabs: Tabs
  readonly snoozed: number
  readonly fresh: number
  readonly recovered: number
  readonly total: number
  readonly projects: number
  readonly hoursLeft: number
  readonly averageDays: number
  readonly blocked: number
  /** By the index of `severities`. */
  readonly severities: number[]
  readonly ids: string[]
}

const countIf = (condition: SQL): SQL => sql`count(*) filter (where ${condition})`

/** Counts of all tabs, figures of what matches, and the ids of the window: one pass over the operations. */
const answerSql = (head: SQL, selection: OperationSelection, offset: number, limit: number): SQL => {
  const tab = selection.tab ?? 'all'
  const tabs = operationTabs.flatMap((of) => [
    sql`${of}::text`,
    countIf(sql`${onTab(of)} and ${isShown(of, selection)}`),
  ])
  const isShownHere = sql`${onTab(tab)} and ${isShown(tab, selection)}`
  const showsRecovered = tab === 'overdue' || tab === 'all'
  return sql`${head},
    counts as (select json_build_object(${sql.join(tabs, sql`, `)}) as tabs,
      ${countIf(sql`${onTab(tab)} and snoozed`)} as snoozed, ${countIf(sql`${isShownHere} and is_new`)} as fresh,
      ${countIf(sql`${showsRecovered} and ${isShown(tab, selection)} and recovered`)} as recovered from found),
    sums as (select count(*) as total, count(distinct project_id) as projects, coalesce(sum(hours_left), 0) as "hoursLeft",
      coalesce(avg(days_overdue) filter (where standing = 'overdue'), 0) as "averageDays", ${countIf(sql`blocked`)} as blocked,
      json_build_array(${sql.join(
        severities.map((_, index) => countIf(sql`standing = 'overdue' and ${severity} = ${index}`)),
        sql`, `,
      )}) as severities from selected)
    select json_build_object('tabs', tabs, 'snoozed', snoozed, 'fresh', fresh, 'recovered', recovered, 'total', total,
      'projects', projects, 'hoursLeft', "hoursLeft", 'averageDays', "averageDays", 'blocked', blocked, 'severities', severities,
      'ids', (select coalesce(json_agg(operation_id), '[]') from (
        ${orderedIds(selection)} offset ${offset} limit ${limit}) ids))::text as page
    from counts, sums`
}

/** A window of the operations that match, with the counts of every tab. */
export const listOperationRows = async (
  ctx: TenantContext,
  query: OperationSelection & { readonly offset?: number | undefined; readonly limit?: number | undefined },
): Promise<OperationList> => {
  const { offset = 0, limit = defaultWindowRows, ...selection } = query
  const { answer, facts } = await querySelection(ctx, selection, async (tx, { facts: found, head }) => {
    const { rows } = await tx.execute<{ page: string }>(
      answerSql(head, selection, offset, Math.min(limit, maxWindowRows)),
    )
    return { answer: JSON.parse(rows[0]?.page ?? '') as Answer, facts: found }
  })
  // In a transaction of its own: what suits a look at all operations does not suit a hundred looks at a key.
  const rows = await readTenant(ctx, (tx) => readOperationRows(tx, facts, answer.ids, selection.riskDays))
  return {
    now: new Date(facts.nowMs).toISOString(),
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
