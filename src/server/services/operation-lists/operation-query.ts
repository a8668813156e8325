import { type SQL, sql } from 'drizzle-orm'
import {
  defaultRiskDays,
  type OperationFilter,
  type OperationGrouping,
  type OperationOrder,
  type OperationSort,
  type OperationTab,
} from '#contract/operation-filter.ts'
import { operationStatuses } from '#contract/vocabulary.ts'
import { overdueThresholdDays, priorityThresholds } from '#domain/forecast/overdue-thresholds.ts'
import { addDays } from '#domain/holidays/calendar-dates.ts'
import { dateOnlyToMs } from '#domain/time/zone-dates.ts'
import { instantOf } from '../analytics/read-json.ts'
import { isCompletedSql } from '../operations/is-completed-sql.ts'
import { operationsInForce } from '../scheduling-runs/operations-in-force.ts'

export type OperationSelection = OperationFilter & OperationOrder

/** What a query is asked of beside its selection. */
export interface QueryFacts {
  readonly tenantId: string
  readonly timeZone: string
  readonly nowMs: number
  readonly comparedWithMs: number
  /** Operations that are begun and have not moved for days; read where the filter asks. */
  readonly stalledIds: readonly string[]
}

const list = (values: readonly string[]): SQL => sql`any(${sql.param([...values])}::text[])`
const idList = (values: readonly string[]): SQL => sql`any(${sql.param([...values])}::uuid[])`

/** A number from 0 to 3 for a measure with three thresholds: 0 from the highest on. */
const classOf = (measure: SQL, [first, second, third]: readonly [number, number, number]): SQL =>
  sql`case when ${measure} >= ${first} then 0 when ${measure} >= ${second} then 1 when ${measure} >= ${third} then 2 else 3 end`
const classNames = ['critical', 'high', 'medium', 'low'] as const
const { critical, high, medium } = overdueThresholdDays
export const severity = classOf(sql`days_overdue`, [critical, high, medium])
const priorityClass = classOf(sql`p.priority`, [
  priorityThresholds.critical,
  priorityThresholds.high,
  priorityThresholds.medium,
])

/** Texts as people sort them: numbers by value, case and accents aside. */
const naturally = (text: SQL): SQL => sql`(regexp_replace(regexp_replace(
  regexp_replace(normalize(lower(${text}), NFD), '[\u0300-\u036f]', '', 'g'),
  '([0-9]+)', '0000000000\\1', 'g'), '[0-9]*([0-9]{10})', '\\1', 'g') collate "C")`

const epoch = (instant: SQL): SQL => sql`date_part('epoch', ${instant})`

/** What the rows are sorted by, as a number; null comes last either way. */
const sortKeys: Readonly<Record<OperationSort, SQL>> = {
  daysOverdue: sql`case when f.standing in ('overdue', 'projectedLate', 'atRisk', 'onTime') then -${epoch(sql`f.ends_by`)} end`,
  projectName: sql`p.text_place`,
  projectNumber: sql`p.text_place`,
  name: sql`n.place`,
  progress: sql`o.progress_percent`,
  priority: sql`p.priority`,
  shipDate: epoch(sql`p.planned_ship_date`),
  workCentre: sql`c.place`,
  status: sql`array_position(${sql.param([...operationStatuses])}::text[], o.status)`,
  start: epoch(sql`o.scheduled_start_date`),
  dueDate: epoch(sql`o.scheduled_end_date`),
  end: epoch(sql`o.scheduled_end_date`),
  duration: sql`o.duration_hours`,
  slack: sql`f.slack_days`,
  lateness: sql`date_part('epoch', f.forecast_end - f.need_by)`,
}

/** Sort keys that are read from the most to the least unless said. */
const descending: ReadonlySet<OperationSort> = new Set(['daysOverdue', 'priority', 'lateness'])

/** Conditions of everything but tab, snoozes and trend. `standing`: of `standingOf`. */
const conditions = (filter: OperationFilter, { timeZone, stalledIds }: QueryFacts): SQL[] => {
  const { categoryIds, projectIds, statuses, phases, priorities, severities, minDaysOverdue = 0 } = filter
  const all: SQL[] = []
  if (categoryIds) {
    const ids = categoryIds.filter((id) => id !== 'none')
    all.push(sql`(o.category_id = ${idList(ids)} or (${categoryIds.includes('none')} and o.category_id is null))`)
  }
  if (projectIds) all.push(sql`o.project_id = ${idList(projectIds)}`)
  if (phases) all.push(sql`p.current_phase = ${list(phases)}`)
  if (priorities) all.push(sql`(${sql.param([...classNames])}::text[])[1 + ${priorityClass}] = ${list(priorities)}`)
  if (statuses) all.push(sql`o.status = ${list(statuses)}`)
  if (filter.stalled) all.push(sql`o.operation_id = ${idList(stalledIds)}`)
  if (filter.onHold !== undefined) all.push(sql`o.on_hold = ${filter.onHold}`)
  if (severities || minDaysOverdue > 0) {
    all.push(sql`f.standing = 'overdue' and f.days_overdue >= ${minDaysOverdue}`)
    if (severities) all.push(sql`(${sql.param([...classNames])}::text[])[1 + ${severity}] = ${list(severities)}`)
  }
  if (filter.flagged) {
    const isAtRisk = sql`f.standing in ('overdue', 'projectedLate', 'atRisk', 'onTime') and f.slack_days <= ${filter.riskDays ?? defaultRiskDays}`
    all.push(sql`((${filter.flagged.includes('at-risk')} and ${isAtRisk})
      or (${filter.flagged.includes('blocked')} and f.blocked))`)
  }
  // An end on the bound itself is the day before's; what takes no time stands where it is.
  const [starts, ends] = [
    sql`coalesce(o.actual_start_date, o.scheduled_start_date)`,
    sql`coalesce(o.actual_end_date, o.scheduled_end_date)`,
  ]
  if (filter.toDate !== undefined) {
    all.push(sql`${starts} < ${instantOf(dateOnlyToMs(addDays(filter.toDate, 1), timeZone, 0))}`)
  }
  if (filter.fromDate !== undefined) {
    const from = instantOf(dateOnlyToMs(filter.fromDate, timeZone, 0))
    all.push(sql`(${ends} > ${from} or (${ends} = ${starts} and ${ends} = ${from}))`)
  }
  const words = (filter.search ?? '').toLowerCase().split(/\s+/)
  for (const word of words.filter((text) => text !== '')) {
    all.push(
      sql`(strpos(p.words, ${word}) > 0 or strpos(lower(o.name), ${word}) > 0 or strpos(lower(c.name), ${word}) > 0)`,
    )
  }
  return all
}

/** The words at the reader's own limit of risk, where it is another one than that of every screen. */
const standingOf = (riskDays = defaultRiskDays): SQL =>
  riskDays === defaultRiskDays
    ? sql`coalesce(f.standing, 'unscheduled')`
    : sql`case when f.standing in ('atRisk', 'onTime') then case when f.slack_days <= ${riskDays} then 'atRisk' else 'onTime' end
      else coalesce(f.standing, 'unscheduled') end`

/** Whether a row of `found` belongs on a tab, whatever its snooze. */
export const onTab = (tab: OperationTab): SQL =>
  tab === 'all' ? sql`true` : tab === 'behindPlan' ? sql`behind_plan` : sql`standing = ${tab}`

/** Whether it is shown there. */
export const isShown = (tab: OperationTab, { snoozed }: OperationFilter): SQL => {
  const rule = snoozed ?? (tab === 'all' ? 'show' : 'hide')
  return rule === 'show' ? sql`true` : sql`snoozed = ${rule === 'only'}`
}

/** Whether a row of `found` is one of the selection. */
const matches = (filter: OperationFilter): SQL => {
  const tab = filter.tab ?? 'all'
  const shown = isShown(tab, filter)
  if (filter.trend === 'recovered') return tab === 'overdue' || tab === 'all' ? sql`recovered and ${shown}` : sql`false`
  return sql`${onTab(tab)} and ${shown} and (is_new or ${filter.trend !== 'new'})`
}

const groupKeys: Readonly<Record<Exclude<OperationGrouping, 'none'>, SQL>> = {
  project: sql`o.project_id::text`,
  operation: sql`o.name`,
  priority: priorityClass,
}

/**
 * The head of a query: `found` = the operations that pass all filters but tab, snooze and trend; `selected` = those of the
 * selection with `sort_key` (ascending, null last), `group_key` and their plan order (`place`, `sequence`, `operation_id`).
 */
export const selectionSql = (selection: OperationSelection, facts: QueryFacts): SQL => {
  const { tenantId, nowMs, comparedWithMs } = facts
  const { sortBy = 'daysOverdue', sortOrder, groupBy = 'none' } = selection
  const isDescending = sortOrder ? sortOrder === 'desc' : descending.has(sortBy)
  const sortedText = sortBy === 'projectNumber' ? sql`project_number` : sql`project_name`
  const needsText = sortBy === 'projectName' || sortBy === 'projectNumber'
  const namesRanked = sql`(select name, dense_rank() over (order by ${naturally(sql`name`)}) as place
    from (select distinct name from operations where tenant_id = ${tenantId}) d)`
  const compared = instantOf(comparedWithMs)
  return sql`
    with p as materialized (
      select project_id, priority, current_phase, planned_ship_date,
        lower(project_number || ' ' || project_name || ' ' || customer_name) as words,
        row_number() over (order by planned_ship_date nulls last, project_number) as place,
        ${needsText ? sql`dense_rank() over (order by ${naturally(sortedText)})` : sql`0`} as text_place
      from projects where tenant_id = ${tenantId}),
    c as materialized (
      select category_id, name, row_number() over (order by sequence, category_id) as place
      from categories where tenant_id = ${tenantId}),
    found as materialized (
      select o.operation_id, o.project_id, p.place, o.sequence, ${standingOf(selection.riskDays)} as standing,
        coalesce(f.days_overdue, 0) as days_overdue, coalesce(f.behind_plan, false) as behind_plan,
        coalesce(f.blocked, false) as blocked, s.operation_id is not null as snoozed,
        case when ${isCompletedSql('o')} then 0 else o.duration_hours * (1 - o.progress_percent / 100) end as hours_left,
        coalesce(f.standing = 'overdue' and f.ends_by >= ${compared}, false) as is_new,
        coalesce(f.recovered_at >= ${compared} and f.overdue_since < ${compared}
          and f.standing not in ('overdue', 'projectedLate'), false) as recovered,
        ${groupBy === 'none' ? sql`null::text` : sql`${groupKeys[groupBy]}`} as group_key,
        ${isDescending ? sql`-` : sql``}(${sortKeys[sortBy]}) as sort_key
      from (select * from ${operationsInForce(tenantId)}) o join p using (project_id)
      left join operation_forecasts f on f.tenant_id = ${tenantId} and f.operation_id = o.operation_id
      left join operation_snoozes s on s.tenant_id = ${tenantId} and s.operation_id = o.operation_id
        and s.until > ${instantOf(nowMs)}
      left join c using (category_id)
      ${sortBy === 'name' ? sql`left join ${namesRanked} n on n.name = o.name` : sql``}
      where ${sql.join([sql`true`, ...conditions(selection, facts)], sql` and `)}),
    selected as materialized (select * from found where ${matches(selection)})`
}

/** The order of `selected`; in groups: each stands where its first row does, priorities from critical to low. */
export const selectionOrder = sql`sort_key nulls last, place, sequence, operation_id`
