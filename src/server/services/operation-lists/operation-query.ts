import { type SQL, sql } from 'drizzle-orm'
import {
  defaultRiskDays,
  type OperationFilter,
  type OperationOrder,
  type OperationSort,
  type OperationTab,
} from '#contract/operation-filter.ts'
import { operationStatuses } from '#contract/vocabulary.ts'
import { overdueThresholdDays, priorityThresholds } from '#domain/forecast/overdue-thresholds.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { listedFields } from '#domain/operations/fields.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import { isCompletedSql, isOutsideSql, placementsInForce } from '../../db/operations-in-force.ts'
import { instantOf } from '../../db/read-json.ts'
import { operations } from '../../db/tables/operations.table.ts'
import { shownEndSql } from '../operations/planned-work.ts'
import { joined, type QueryFacts, type Term, term } from './join-sources.ts'

export type OperationSelection = OperationFilter & OperationOrder

const list = (values: readonly string[]): SQL => sql`any(${sql.param([...values])}::text[])`
const idList = (values: readonly string[]): SQL => sql`any(${sql.param([...values])}::uuid[])`

/** The class of a measure by three thresholds: 0 from the highest threshold on, down to 3. */
const classOf = (measure: SQL, [first, second, third]: readonly [number, number, number]): SQL =>
  sql`case when ${measure} >= ${first} then 0 when ${measure} >= ${second} then 1 when ${measure} >= ${third} then 2 else 3 end`
const classNames = ['critical', 'high', 'medium', 'low'] as const
const { critical, high, medium } = overdueThresholdDays
export const severity = classOf(sql`days_overdue`, [critical, high, medium])
export const priorityClass = classOf(sql`p.priority`, [
  priorityThresholds.critical,
  priorityThresholds.high,
  priorityThresholds.medium,
])

const numerals = '0123456789'

/**
 * Texts in natural order: numbers by value, without case and accents. A text with at most one number, at its end, needs no
 * regular expression, which takes ten times as long.
 */
export const naturally = (text: SQL): SQL => sql`(select case
    when head <> translate(head, ${numerals}, '') or length(simple) - length(head) > 10
      then regexp_replace(regexp_replace(simple, '([0-9]+)', '0000000000\\1', 'g'), '[0-9]*([0-9]{10})', '\\1', 'g')
    when head = simple then simple
    else head || lpad(substr(simple, length(head) + 1), 10, '0') end collate "C"
  from (select simple, rtrim(simple, ${numerals}) as head from (
    select case when octet_length(${text}) = char_length(${text}) then lower(${text})
      else regexp_replace(normalize(lower(${text}), NFD), '[\u0300-\u036f]', '', 'g') end as simple offset 0) s offset 0) t)`

const epoch = (instant: SQL): SQL => sql`date_part('epoch', ${instant})`

/** States of open work with an end date. Other work has no days overdue for sorting. */
const openStates = sql`array['overdue', 'projectedLate', 'atRisk', 'onTime']`

/** The sort keys as numbers. null comes last in both directions. */
const sortKeys: Readonly<Record<OperationSort, Term>> = {
  daysOverdue: term(sql`case when f.standing = any(${openStates}) then -${epoch(sql`f.ends_by`)} end`, 'f'),
  projectName: term(sql`p.text_place`, 'p'),
  projectNumber: term(sql`p.text_place`, 'p'),
  name: term(sql`n.place`, 'n'),
  progress: term(sql`o.progress_percent`, 'o'),
  priority: term(sql`p.priority`, 'p'),
  shipDate: term(epoch(sql`p.planned_ship_date`), 'p'),
  workCenter: term(sql`c.place`, 'c'),
  status: term(sql`array_position(${sql.param([...operationStatuses])}::text[], o.status)`, 'o'),
  start: term(epoch(sql`pl.scheduled_start_date`), 'pl'),
  dueDate: term(epoch(sql`pl.scheduled_end_date`), 'pl'),
  end: term(epoch(sql`pl.scheduled_end_date`), 'pl'),
  duration: term(sql`o.duration_hours`, 'o'),
  slack: term(sql`f.slack_days`, 'f'),
  lateness: term(sql`date_part('epoch', f.forecast_end - f.need_by)`, 'f'),
  material: term(epoch(sql`o.material_ready_date`), 'o'),
  forecastStart: term(epoch(sql`f.forecast_start`), 'f'),
  // Stored odds of work that has no forecast any more are not shown.
  date80: term(sql`case when f.forecast_end is not null then ${epoch(sql`od.p80`)} end`, 'f', 'od'),
  chance: term(sql`case when f.forecast_end is not null then od.need_by_chance end`, 'f', 'od'),
}

const defaultSort: OperationSort = 'daysOverdue'
/** Sort keys that are descending by default. */
const descending: ReadonlySet<OperationSort> = new Set(['daysOverdue', 'priority', 'lateness'])
export const isDescending = ({ sortBy = defaultSort, sortOrder }: OperationSelection): boolean =>
  sortOrder ? sortOrder === 'desc' : descending.has(sortBy)

/** The sort key of a selection: ascending, null last. */
export const sortKeyOf = (selection: OperationSelection): Term => {
  const key = sortKeys[selection.sortBy ?? defaultSort]
  return isDescending(selection) ? { ...key, sql: sql`-(${key.sql})` } : key
}

/** For such a word ASCII lower case is enough, which takes a fifth of the time. */
const hasAsciiOnly = /^[ -~]*$/

/**
 * Condition for operations that take place between two days of the reader, by their actual dates, or else by their planned ones. Few operations are
 * planned between two days, so these are found first: a join with all placements takes longer.
 */
const dateConditions = ({ fromDate, toDate }: OperationFilter, { readerZone, tenantId }: QueryFacts): Term[] => {
  if (fromDate === undefined && toDate === undefined) return []
  const from = fromDate === undefined ? undefined : instantOf(dateOnlyToMs(fromDate, readerZone, 0))
  const until = toDate === undefined ? undefined : instantOf(dateOnlyToMs(addDays(toDate, 1), readerZone, 0))
  // An end exactly at midnight belongs to the day before, except for work that takes no time.
  const between = (starts: SQL, ends: SQL): SQL =>
    sql.join(
      [
        ...(until ? [sql`${starts} < ${until}`] : []),
        ...(from ? [sql`(${ends} > ${from} or (${ends} = ${starts} and ${ends} = ${from}))`] : []),
      ],
      sql` and `,
    )
  const placed = placementsInForce(tenantId, 'd')
  const planned = sql`select d.operation_id from ${placed} and ${between(sql`d.scheduled_start_date`, sql`d.scheduled_end_date`)}`
  const begun = sql`select b.operation_id from operations b
    left join lateral (select * from ${placed} and d.operation_id = b.operation_id offset 0) d on true
    where b.tenant_id = ${tenantId} and (b.actual_start_date is null) <> (b.actual_end_date is null)
      and ${between(sql`coalesce(b.actual_start_date, d.scheduled_start_date)`, shownEndSql(sql`b.actual_start_date`, sql`b.actual_end_date`, sql`d.scheduled_end_date`))}`
  // A number, because the database expects a plain condition to hold for half of all operations, and would join them in a slower way.
  const takesPlace = sql`case
    when o.actual_start_date is null and o.actual_end_date is null then (o.operation_id in (${planned}))::int
    when o.actual_start_date is null or o.actual_end_date is null then (o.operation_id in (${begun}))::int
    else (${between(sql`o.actual_start_date`, sql`o.actual_end_date`)})::int end`
  return [term(sql`${takesPlace} = 1`, 'o')]
}

/** All conditions except tab, snoozes and trend. */
export const conditions = (filter: OperationFilter, facts: QueryFacts): Term[] => {
  const { stalledIds, foundWords, nowMs } = facts
  const { projectIds, statuses, phases, priorities, severities, minDaysOverdue = 0 } = filter
  const all: Term[] = []
  if (filter.work === 'open' || filter.work === 'finished') {
    all.push(
      term(sql`(coalesce(f.standing, 'unscheduled') in ('completed', 'closed')) = ${filter.work === 'finished'}`, 'f'),
    )
  }
  const among = (column: SQL, chosen: readonly string[] = []): void => {
    if (chosen.length === 0) return
    const ids = idList(chosen.filter((id) => id !== 'none'))
    all.push(term(sql`(${column} = ${ids} or (${chosen.includes('none')} and ${column} is null))`, 'o'))
  }
  among(sql`o.category_id`, filter.categoryIds)
  among(sql`o.pool_id`, filter.poolIds)
  if (projectIds) all.push(term(sql`p.project_id = ${idList(projectIds)}`, 'p'))
  if (phases) all.push(term(sql`p.current_phase = ${list(phases)}`, 'p'))
  if (priorities) {
    all.push(term(sql`(${sql.param([...classNames])}::text[])[1 + ${priorityClass}] = ${list(priorities)}`, 'p'))
  }
  if (statuses) all.push(term(sql`o.status = ${list(statuses)}`, 'o'))
  if (filter.stalled) all.push(term(sql`o.operation_id = ${idList(stalledIds)}`, 'o'))
  if (filter.onHold !== undefined) all.push(term(sql`o.on_hold = ${filter.onHold}`, 'o'))
  if (severities || minDaysOverdue > 0) {
    all.push(term(sql`f.standing = 'overdue' and f.days_overdue >= ${minDaysOverdue}`, 'f'))
    if (severities) {
      all.push(term(sql`(${sql.param([...classNames])}::text[])[1 + ${severity}] = ${list(severities)}`, 'f'))
    }
  }
  if (filter.flagged) {
    const flags: Readonly<Record<(typeof filter.flagged)[number], SQL>> = {
      'at-risk': sql`f.standing in ('overdue', 'projectedLate', 'atRisk', 'onTime') and f.slack_days <= ${filter.riskDays ?? defaultRiskDays}`,
      blocked: sql`f.blocked`,
      'waiting-for-material': sql`o.material_ready_date > ${instantOf(nowMs)} and o.actual_start_date is null
        and o.progress_percent = 0 and f.standing not in ('completed', 'closed')`,
    }
    const either = sql.join(
      filter.flagged.map((flag) => sql`(${flags[flag]})`),
      sql` or `,
    )
    all.push(term(sql`(${either})`, 'f', ...(filter.flagged.includes('waiting-for-material') ? (['o'] as const) : [])))
  }
  const named = [sql`o.name`, ...listedFields.map((name) => sql`o.${sql.identifier(operations[name].name)}`)]
  const text = sql`(${sql.join(named, sql` || ' ' || `)})`
  for (const { word, projectIds: inProjects, categoryIds: inCategories } of foundWords) {
    const name = hasAsciiOnly.test(word) ? sql`lower(${text} collate "C")` : sql`lower(${text})`
    all.push(
      term(
        sql`(strpos(${name}, ${word}) > 0 or o.category_id = ${idList(inCategories)} or o.project_id = ${idList(inProjects)})`,
        'o',
      ),
    )
  }
  return [...all, ...dateConditions(filter, facts)]
}

/** As `workLeftHours` of the domain. */
export const hoursLeft = (tenantId: string): SQL =>
  sql`case when ${isCompletedSql('o')} or ${isOutsideSql(tenantId, sql`o.category_id`)} then 0
    else o.duration_hours * (1 - o.progress_percent / 100) end`

/** `isNew`: overdue since the start of the previous working day. `isRecovered`: overdue then and not late any more. */
export const isNew = ({ comparedWithMs }: QueryFacts): SQL =>
  sql`(f.standing = 'overdue' and f.ends_by >= ${instantOf(comparedWithMs)})`
const isRecovered = ({ comparedWithMs }: QueryFacts): SQL =>
  sql`(f.recovered_at >= ${instantOf(comparedWithMs)} and f.overdue_since < ${instantOf(comparedWithMs)}
    and f.standing not in ('overdue', 'projectedLate'))`

/** The states by the reader's own limit of risk, if it differs from the default. */
const stateOf = (riskDays = defaultRiskDays): SQL =>
  riskDays === defaultRiskDays
    ? sql`coalesce(f.standing, 'unscheduled')`
    : sql`case when f.standing in ('atRisk', 'onTime') then case when f.slack_days <= ${riskDays} then 'atRisk' else 'onTime' end
      else coalesce(f.standing, 'unscheduled') end`

/** SQL condition: a row of `found` belongs on a tab, snoozed or not. */
export const onTab = (tab: OperationTab): SQL =>
  tab === 'all' ? sql`true` : tab === 'behindPlan' ? sql`behind_plan` : sql`standing = ${tab}`

export type SnoozeRule = 'hide' | 'only' | 'show'
export const snoozeRule = (tab: OperationTab, { snoozed }: OperationFilter): SnoozeRule =>
  snoozed ?? (tab === 'all' ? 'show' : 'hide')

/** SQL condition: the tab shows the row, by the rule for snoozes. */
export const isShown = (tab: OperationTab, filter: OperationFilter): SQL => {
  const rule = snoozeRule(tab, filter)
  return rule === 'show' ? sql`true` : sql`snoozed = ${rule === 'only'}`
}

/** SQL condition: a row of `found` belongs to the selection. */
export const matches = (filter: OperationFilter): SQL => {
  const tab = filter.tab ?? 'all'
  const shown = isShown(tab, filter)
  if (filter.trend === 'recovered') return tab === 'overdue' || tab === 'all' ? sql`recovered and ${shown}` : sql`false`
  return sql`${onTab(tab)} and ${shown} and (is_new or ${filter.trend !== 'new'})`
}

/** Conditions for tab, snoozes and trend, for statements without `found`. */
export const tabConditions = (filter: OperationFilter, facts: QueryFacts): Term[] => {
  const { tab = 'all', riskDays = defaultRiskDays, trend } = filter
  const rule = snoozeRule(tab, filter)
  const all: Term[] = []
  if (rule === 'hide' && tab !== 'all') {
    // A join with the snoozed operations would lose the order of the forecasts' index: all of them would be read and sorted.
    const snoozed = sql`select operation_id from operation_snoozes where tenant_id = ${facts.tenantId} and until > ${instantOf(facts.nowMs)}`
    all.push(term(sql`f.operation_id not in (${snoozed})`, 'f'))
  } else if (rule !== 'show') {
    all.push(term(rule === 'only' ? sql`s.operation_id is not null` : sql`s.operation_id is null`, 's'))
  }
  if (trend === 'recovered') {
    return tab === 'overdue' || tab === 'all' ? [...all, term(isRecovered(facts), 'f')] : [term(sql`false`)]
  }
  if (trend === 'new') all.push(term(isNew(facts), 'f'))
  if (tab === 'behindPlan') all.push(term(sql`f.behind_plan`, 'f'))
  else if (tab === 'atRisk' && riskDays !== defaultRiskDays) {
    all.push(term(sql`f.standing in ('atRisk', 'onTime') and f.slack_days <= ${riskDays}`, 'f'))
  } else if (tab !== 'all') all.push(term(sql`f.standing = ${tab}`, 'f'))
  return all
}

export const isOfProject = ({ of }: Term): boolean => of.every((source) => source === 'p')

/** Conditions for projects as one of the forecast, which keeps the order of its index. A join would lose it. */
const inProjects = (where: readonly Term[]): Term =>
  term(
    sql`(f.of_project_id in (select project_id from p where ${sql.join(
      where.map((of) => of.sql),
      sql` and `,
    )})) is true`,
    'f',
  )

/** More rows than that are read sooner without the index. */
export const mostByIndex = 5_000

/**
 * Operations with their sort keys, which contain the first `count`, if the key and all conditions belong to the forecast, or to
 * the plan. Only that table is read. null otherwise. For days overdue an index gives the first `count` of each standing.
 */
export const keyedRows = (selection: OperationSelection, facts: QueryFacts, count: number): SQL | null => {
  const key = sortKeyOf(selection)
  const all = [...conditions(selection, facts), ...tabConditions(selection, facts)]
  const [ofProjects, others] = [all.filter(isOfProject), all.filter((of) => !isOfProject(of))]
  const where = ofProjects.length > 0 ? [...others, inProjects(ofProjects)] : others
  const reads = new Set([key, ...where].flatMap(({ of }) => of))
  const isOfOne =
    reads.has('f') !== reads.has('pl') && !(['o', 'c', 'n', 'p', 'od'] as const).some((of) => reads.has(of))
  if (!isOfOne) return null
  const { rows, operationId } = joined(facts, where, [key])
  const keyed = sql`select ${operationId}, ${key.sql} as key from ${rows}`
  if ((selection.sortBy ?? defaultSort) !== 'daysOverdue' || count > mostByIndex) return keyed
  const order = isDescending(selection) ? sql`f.ends_by` : sql`f.ends_by desc`
  return sql`select k.* from unnest(${openStates}) of(standing) cross join lateral (
    ${keyed} and f.standing = of.standing order by ${order} limit ${count}) k`
}

/** A name with its place among the names of a list, and the number of rows before it. */
export type NameRow = [name: string, place: number, before: number]

/** Projects, work centers and names as named queries. Only those that a statement reads are computed. `names`: instead of all names. */
export const lookups = ({ sortBy }: OperationSelection, tenantId: string, names?: readonly NameRow[]): SQL => {
  const placedNames = names
    ? sql`select name, place from unnest(${sql.param(names.map(([name]) => name))}::text[],
        ${sql.param(names.map(([, place]) => place))}::int[]) given(name, place)`
    : sql`select name, dense_rank() over (order by ${naturally(sql`name`)}) as place
        from (select distinct name from operations where tenant_id = ${tenantId}) d`
  const sortedText = sortBy === 'projectNumber' ? sql`project_number` : sql`project_name`
  const needsText = sortBy === 'projectName' || sortBy === 'projectNumber'
  return sql`
    p as (
      select project_id, priority, current_phase, planned_ship_date, project_number, project_name,
        ${needsText ? sql`dense_rank() over (order by ${naturally(sortedText)})` : sql`0`} as text_place
      from projects where tenant_id = ${tenantId}),
    c as materialized (
      select category_id, row_number() over (order by sequence, category_id) as place
      from categories where tenant_id = ${tenantId}),
    n as materialized (${placedNames})`
}

/**
 * The head of a query: `found` = the operations that pass all filters except tab, snooze and trend. `selected` = those of the
 * selection with `sort_key` (ascending, null last) and their plan order (`planned_ship_date`, `project_number`, `sequence`, `operation_id`).
 */
export const selectionSql = (selection: OperationSelection, facts: QueryFacts): SQL => {
  const key = sortKeyOf(selection)
  const every = term(sql`true`, 'o', 'f', 's')
  return sql`
    with ${lookups(selection, facts.tenantId)},
    found as materialized (
      select o.operation_id, o.project_id, o.sequence, ${stateOf(selection.riskDays)} as standing,
        coalesce(f.days_overdue, 0) as days_overdue, coalesce(f.behind_plan, false) as behind_plan,
        coalesce(f.blocked, false) as blocked, s.operation_id is not null as snoozed,
        ${hoursLeft(facts.tenantId)} as hours_left,
        coalesce(${isNew(facts)}, false) as is_new, coalesce(${isRecovered(facts)}, false) as recovered, ${key.sql} as sort_key
      from ${joined(facts, conditions(selection, facts), [every, key]).rows}),
    selected as not materialized (select * from found where ${matches(selection)})`
}

/** Rows from `offset` on. Without a limit all of them. */
export interface Range {
  readonly offset: number
  readonly limit: number | null
}

/** The order of projects in a plan. */
export const projectOrder = sql`planned_ship_date nulls last, project_number`

/** The order of `selected`. */
export const selectionOrder = sql`sort_key nulls last, ${projectOrder}, sequence, operation_id`
