import { type SQL, sql } from 'drizzle-orm'
import { defaultRiskDays, type OperationTab, operationTabs, severities } from '#contract/operation-filter.ts'
import type { OperationList } from '#contract/operation-lists.ts'
import type { Tx } from '../../db/database.ts'
import { readJson } from '../../db/read-json.ts'
import { joined, type QueryFacts, term } from './join-sources.ts'
import {
  conditions,
  hoursLeft,
  isNew,
  isShown,
  lookups,
  matches,
  type OperationSelection,
  onTab,
  selectionOrder,
  selectionSql,
  severity,
  snoozeRule,
  tabConditions,
} from './operation-query.ts'

export interface Figures {
  readonly tabs: OperationList['tabs']
  readonly snoozed: number
  readonly fresh: number
  readonly recovered: number
  readonly total: number
  readonly projects: number
  readonly hoursLeft: number
  readonly averageDays: number
  readonly blocked: number
  /** Counts by the index of `severities`. */
  readonly severities: readonly number[]
}

const countIf = (condition: SQL): SQL => sql`count(*) filter (where ${condition})`
const severityCounts = (isOverdue: SQL, count = countIf): SQL =>
  sql`json_build_array(${sql.join(
    severities.map((_, index) => count(sql`${isOverdue} and ${severity} = ${index}`)),
    sql`, `,
  )})`
const showsRecovered = (tab: OperationTab): boolean => tab === 'overdue' || tab === 'all'

const ofProjects: ReadonlySet<string> = new Set<keyof OperationSelection>([
  ...(['tab', 'snoozed', 'trend', 'projectIds', 'phases', 'priorities', 'riskDays'] as const),
  ...(['sortBy', 'sortOrder', 'groupBy'] as const),
])

/** True if only the tab and project facts narrow the selection. Then the stored sums of projects give the figures. */
export const isOfProjects = (selection: OperationSelection): boolean =>
  Object.entries(selection).every(
    ([field, value]) =>
      value === undefined || value === '' || ofProjects.has(field) || (field === 'work' && value === 'all'),
  )

/**
 * Operations that count alike are added up first (`count`, `hours`), because a few sums over them take less time than many sums over all
 * rows. `from` has the columns that are named here.
 */
const kindsOf = (from: string, ...others: readonly string[]): SQL => {
  const columns = sql.raw(['standing', 'days_overdue', 'blocked', ...others].join(', '))
  return sql`kinds as materialized (select ${columns}, count(*)::int as count, sum(hours_left) as hours
    from ${sql.raw(from)} group by ${columns})`
}

/** The number of operations of the kinds that fulfil a condition. */
const countKinds = (condition: SQL): SQL => sql`coalesce(sum(count) filter (where ${condition}), 0)`

/** Figures of the kinds that fulfil a condition; `selected` has their rows. */
const selectedSums = (shown: SQL): SQL => {
  const isOverdue = sql`${shown} and standing = 'overdue'`
  return sql`json_build_object('total', ${countKinds(shown)},
    'projects', (select count(*) from (select distinct project_id from selected) d),
    'hoursLeft', coalesce(sum(hours) filter (where ${shown}), 0),
    'averageDays', coalesce(sum(count * days_overdue) filter (where ${isOverdue}) / nullif(${countKinds(isOverdue)}, 0)::float8, 0),
    'blocked', ${countKinds(sql`${shown} and blocked`)}, 'severities', ${severityCounts(isOverdue, countKinds)})`
}

/** Figures that the sums of projects do not contain: new, recovered, and at risk by the reader's own limit. */
const readOthers = async (tx: Tx, selection: OperationSelection, facts: QueryFacts): Promise<Partial<Figures>> => {
  const { tab = 'all', riskDays = defaultRiskDays, trend } = selection
  const isAtRisk = tab === 'atRisk' && riskDays !== defaultRiskDays
  if (trend === undefined && !isAtRisk) return {}
  const where = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  const snoozed = [
    ...conditions(selection, facts),
    ...tabConditions({ ...selection, trend: undefined, snoozed: 'only' }, facts),
  ]
  const [others] = await readJson<Partial<Figures>>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)},
      selected as materialized (select o.project_id, ${hoursLeft(facts.tenantId)} as hours_left, f.standing, f.days_overdue, f.blocked
        from ${joined(facts, where, [term(sql``, 'o', 'f')]).rows}),
      ${kindsOf('selected')}
      select (${selectedSums(sql`true`)}::jsonb || jsonb_build_object('snoozed', (select count(*) from ${joined(facts, snoozed).rows}))) as r
      from kinds`,
  )
  return others ?? {}
}

/** The number of operations at risk by the reader's own limit. */
const readAtRisk = async (tx: Tx, selection: OperationSelection, facts: QueryFacts): Promise<number> => {
  const where = [
    ...conditions(selection, facts),
    ...tabConditions({ ...selection, tab: 'atRisk', trend: undefined }, facts),
  ]
  const [count = 0] = await readJson<number>(
    tx,
    sql`with ${lookups(selection, facts.tenantId)} select count(*) as r from ${joined(facts, where).rows}`,
  )
  return count
}

/** The figures as sums over the forecasts of projects, corrected for snoozed operations. */
export const readProjectFigures = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
): Promise<Figures | undefined> => {
  const { tenantId } = facts
  const { tab = 'all' } = selection
  const here = operationTabs.indexOf(tab) + 1
  const onTabs = operationTabs.map((of) => (of === 'all' ? sql`true` : sql`(${onTab(of)})`))
  /** The sum that a tab shows: all, only the snoozed part, or all without the snoozed part. */
  const shown = (
    of: OperationTab,
    what: 'counts' | 'hours' | 'blocked',
    sum = (value: SQL) => sql`sum(${value})`,
  ): SQL => {
    const position = operationTabs.indexOf(of) + 1
    const [all, hidden] = [
      sql`coalesce(${sum(sql.raw(`t.tab_${what}[${position}]`))}, 0)`,
      sql`coalesce(${sum(sql.raw(`h.${what}[${position}]`))}, 0)`,
    ]
    const rule = snoozeRule(of, selection)
    return rule === 'show' ? all : rule === 'only' ? hidden : sql`(${all} - ${hidden})`
  }
  const ofProject = (value: SQL): SQL => value
  // Few operations are snoozed. A join would read all forecasts, even when no operation is.
  const hidden = joined(facts, [term(sql`s.operation_id is not null`, 's')], [term(sql``, 'o', 'f')], true)
  const narrow = conditions(selection, facts)
  const projects = narrow.length > 0 ? sql`join p on p.project_id = t.project_id` : sql``
  const where = sql.join([sql`t.tenant_id = ${tenantId}`, ...narrow.map((of) => of.sql)], sql` and `)
  const onThisTab = tabConditions({ ...selection, trend: undefined }, facts)
  const overdue = joined(facts, [term(sql`f.standing = 'overdue'`, 'f'), ...narrow, ...onThisTab])
  const recoveredOf = tabConditions({ ...selection, trend: 'recovered' }, facts)
  const sums = (what: 'counts' | 'hours' | 'blocked', empty: SQL, value: SQL): SQL =>
    sql`array[${sql.join(
      onTabs.map((of) => sql`coalesce(${value} filter (where ${of}), ${empty})`),
      sql`, `,
    )}] as ${sql.identifier(what)}`
  const [figures] = await readJson<Figures>(
    tx,
    sql`with ${lookups(selection, tenantId)},
      h as (select project_id, ${sums('counts', sql`0`, sql`count(*)`)}, ${sums('hours', sql`0`, sql`sum(hours_left)`)},
          ${sums('blocked', sql`0`, sql`count(case when blocked then 1 end)`)}
        from (select o.project_id, ${hoursLeft(tenantId)} as hours_left, f.standing, f.behind_plan, f.blocked from ${hidden.rows}) l
        group by 1),
      late as (select coalesce(avg(days_overdue), 0) as average, ${severityCounts(sql`true`)} as severities,
          ${countIf(isNew(facts))} as fresh from ${overdue.rows})
      select json_build_object('tabs', json_build_object(${sql.join(
        operationTabs.map((of) => sql`${of}::text, ${shown(of, 'counts')}`),
        sql`, `,
      )}), 'snoozed', coalesce(sum(h.counts[${sql.raw(String(here))}]), 0), 'fresh', (select fresh from late),
        'recovered', ${showsRecovered(tab) ? sql`(select count(*) from ${joined(facts, [...narrow, ...recoveredOf]).rows})` : sql`0`},
        'total', ${shown(tab, 'counts')}, 'projects', ${countIf(sql`${shown(tab, 'counts', ofProject)} > 0`)},
        'hoursLeft', ${shown(tab, 'hours')}, 'averageDays', (select average from late),
        'blocked', ${shown(tab, 'blocked')}, 'severities', (select severities from late)) as r
      from project_forecasts t ${projects} left join h on h.project_id = t.project_id where ${where}`,
  )
  if (!figures) return undefined
  const others = await readOthers(tx, selection, facts)
  if ((selection.riskDays ?? defaultRiskDays) === defaultRiskDays) return { ...figures, ...others }
  const isShownTab = tab === 'atRisk' && selection.trend === undefined
  const atRisk = isShownTab ? others.total : undefined
  const tabs = { ...figures.tabs, atRisk: atRisk ?? (await readAtRisk(tx, selection, facts)) }
  return { ...figures, ...others, tabs }
}

/** The figures of any selection, and the ids in a window of it, in one pass over the operations that pass its filters. */
export const readFoundFigures = async (
  tx: Tx,
  selection: OperationSelection,
  facts: QueryFacts,
  window: { readonly offset: number; readonly limit: number } | null,
): Promise<(Figures & { readonly ids: string[] | null }) | undefined> => {
  const tab = selection.tab ?? 'all'
  const tabs = operationTabs.flatMap((of) => [
    sql`${of}::text`,
    countKinds(sql`${onTab(of)} and ${isShown(of, selection)}`),
  ])
  const isShownHere = sql`${onTab(tab)} and ${isShown(tab, selection)}`
  const recovered = sql`${showsRecovered(tab)} and ${isShown(tab, selection)} and recovered`
  const ids = window
    ? sql`(select coalesce(json_agg(operation_id), '[]') from (select operation_id from selected join p using (project_id)
        where (sort_key <= (select sort_key from selected order by sort_key nulls last
          offset ${window.offset + window.limit - 1} limit 1)) is not false
        order by ${selectionOrder} offset ${window.offset} limit ${window.limit}) ids)`
    : sql`null`
  // Reading all operations in the order of an index takes twice the time.
  await tx.execute(sql`select set_config('enable_indexscan', 'off', true)`)
  const [answer] = await readJson<Figures & { ids: string[] | null }>(
    tx,
    sql`${selectionSql(selection, facts)},
      ${kindsOf('found', 'behind_plan', 'snoozed', 'is_new', 'recovered')}
      select ${selectedSums(matches(selection))}::jsonb || jsonb_build_object('tabs', json_build_object(${sql.join(tabs, sql`, `)}),
        'snoozed', ${countKinds(sql`${onTab(tab)} and snoozed`)}, 'fresh', ${countKinds(sql`${isShownHere} and is_new`)},
        'recovered', ${countKinds(recovered)}, 'ids', ${ids}) as r from kinds`,
  )
  return answer
}
