import type { OperationFilter, OperationOrder, OperationSort, OperationTab } from '#contract/operation-filter.ts'
import { operationTabs, priorityClasses, severities } from '#contract/operation-filter.ts'
import type { OperationGroups, OperationList, OperationListRow } from '#contract/operation-lists.ts'
import { priorityClassOf, severityOf } from '../forecast/overdue-thresholds.ts'
import { listedFields } from '../operations/fields.ts'
import { dayOfEnd, localDay } from '../projects/local-day.ts'
import { recordOf } from '../record-of.ts'
import { localDate } from '../time/zone-dates.ts'
import {
  type Beheld,
  completeProjects,
  dueMsOf,
  hoursLeftOf,
  isDone,
  msOf,
  operationsByProject,
  type PlainShop,
  stateOf,
} from './plain-shop.ts'

export type PlainQuery = OperationFilter & OperationOrder

const nothing = { operation: null, workCenter: null } as const

/** Every operation as a list row. Causes, snoozes and trends exist only on our own server. */
const rowsOf = (shop: PlainShop, beheld: Beheld): OperationListRow[] => {
  const { nowMs, zone } = beheld
  const own = operationsByProject(shop)
  const centers = new Map(shop.categories.map((category) => [category.categoryId, category]))
  const all = new Map(shop.operations.map((operation) => [operation.operationId, operation]))
  const successors = new Map<string, number>()
  for (const id of shop.operations.flatMap(({ dependencies }) => dependencies)) {
    successors.set(id, (successors.get(id) ?? 0) + 1)
  }
  return completeProjects(shop, beheld).flatMap((project) =>
    (own.get(project.projectId) ?? []).map((operation): OperationListRow => {
      const { operationId, projectId, name, categoryId, scheduledStartDate, scheduledEndDate } = operation
      const state = stateOf(operation, project, nowMs)
      const endMs = msOf(scheduledEndDate)
      const daysOverdue =
        state === 'overdue' && endMs !== null ? Math.max(0, localDay(nowMs, zone) - dayOfEnd(endMs, zone)) : 0
      const center = centers.get(categoryId ?? '')
      const dueMs = dueMsOf(project, zone)
      return {
        operationId,
        projectId,
        name,
        state,
        daysOverdue,
        endsByDate: state === 'completed' || state === 'closed' ? null : scheduledEndDate,
        forecastStartDate: null,
        forecastEndDate: null,
        behindPlan: false,
        needByDate: null,
        slackDays: null,
        odds: null,
        oddsGap: null,
        projectNumber: project.projectNumber,
        projectName: project.projectName,
        customerName: project.customerName,
        priority: project.priority,
        priorityClass: priorityClassOf(project.priority),
        phase: project.currentPhase,
        categoryId,
        categoryName: center?.name ?? null,
        categoryColor: center?.color ?? null,
        categoryOutside: center?.kind === 'outside',
        poolId: null,
        poolName: null,
        status: isDone(operation) ? 'Completed' : operation.status,
        progressPercentage: operation.progressPercentage,
        durationHours: operation.durationHours,
        actualHours: null,
        actualIncludesWaiting: false,
        idleSince: null,
        hoursLeft: hoursLeftOf(operation),
        sequence: operation.sequence,
        onHold: operation.onHold,
        pinned: operation.pinned,
        scheduledStartDate,
        scheduledEndDate,
        actualStartDate: operation.actualStartDate,
        actualEndDate: operation.actualEndDate,
        materialReadyDate: null,
        materialNote: '',
        notesPreview: operation.notes.slice(0, 300),
        ...recordOf(listedFields, () => ''),
        dueDate: dueMs === null ? null : new Date(dueMs).toISOString(),
        severity: state === 'overdue' ? severityOf(daysOverdue) : null,
        projectedCompletionDate: project.projectedCompletionDate,
        latenessDays: project.latenessDays,
        blocked: operation.onHold && !isDone(operation),
        cause: { code: operation.onHold ? 'onHold' : 'none', ...nothing, ...noFigures },
        remedy: { code: 'none', ...nothing },
        projectStep: null,
        newSinceYesterday: false,
        recovered: false,
        snooze: null,
        predecessors: operation.dependencies.flatMap((id) => {
          const before = all.get(id)
          if (!before) return []
          const { status, progressPercentage } = before
          const names = { operationId: id, projectId, projectNumber: project.projectNumber, name: before.name }
          const limits = { lagHours: 0, lagUnit: 'working', maxLagHours: null, overlapPercent: null } as const
          return [{ ...names, status, progressPercentage, ...limits }]
        }),
        successorCount: successors.get(operationId) ?? 0,
        version: operation.version,
      }
    }),
  )
}

const noFigures = { holiday: null, available: null, hours: null, days: null, until: null } as const

const isOnTab = ({ state, behindPlan }: OperationListRow, tab: OperationTab): boolean =>
  tab === 'all' || (tab === 'behindPlan' ? behindPlan : state === tab)

const has = <T>(list: readonly T[] | undefined, value: T | null): boolean =>
  list === undefined || (value !== null && list.includes(value))

const isFinished = ({ state }: OperationListRow): boolean => state === 'completed' || state === 'closed'

/** Whether a row matches all filters except the tab. */
const matches = (filter: OperationFilter, zone: string) => {
  const words = (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return (row: OperationListRow): boolean => {
    const text = [row.name, row.projectNumber, row.projectName, row.customerName, row.categoryName ?? '']
      .join(' ')
      .toLowerCase()
    const startMs = msOf(row.scheduledStartDate)
    const endMs = msOf(row.scheduledEndDate)
    const { fromDate, toDate } = filter
    return (
      words.every((word) => text.includes(word)) &&
      ((filter.work ?? 'all') === 'all' || isFinished(row) === (filter.work === 'finished')) &&
      has(filter.categoryIds, row.categoryId ?? 'none') &&
      has(filter.poolIds, row.poolId ?? 'none') &&
      has(filter.projectIds, row.projectId) &&
      has(filter.statuses, row.status) &&
      has(filter.phases, row.phase) &&
      has(filter.priorities, row.priorityClass) &&
      has(filter.severities, row.severity) &&
      row.daysOverdue >= (filter.minDaysOverdue ?? 0) &&
      (filter.flagged === undefined ||
        filter.flagged.some((flag) =>
          flag === 'blocked' ? row.blocked : flag === 'at-risk' && row.state === 'atRisk',
        )) &&
      (filter.onHold === undefined || row.onHold === filter.onHold) &&
      filter.stalled !== true &&
      filter.snoozed !== 'only' &&
      filter.trend === undefined &&
      (fromDate === undefined || (endMs !== null && localDate(endMs, zone) >= fromDate)) &&
      (toDate === undefined || (startMs !== null && localDate(startMs, zone) <= toDate))
    )
  }
}

type SortValue = string | number | null
const sortValues: Record<OperationSort, (row: OperationListRow) => SortValue> = {
  daysOverdue: ({ daysOverdue, state }) => (state === 'overdue' ? daysOverdue : null),
  projectName: ({ projectName }) => projectName,
  progress: ({ progressPercentage }) => progressPercentage,
  priority: ({ priority }) => priority,
  dueDate: ({ endsByDate }) => endsByDate,
  shipDate: ({ dueDate }) => dueDate,
  name: ({ name }) => name,
  projectNumber: ({ projectNumber }) => projectNumber,
  workCenter: ({ categoryName }) => categoryName,
  status: ({ status }) => status,
  start: ({ scheduledStartDate }) => scheduledStartDate,
  end: ({ scheduledEndDate }) => scheduledEndDate,
  duration: ({ durationHours }) => durationHours,
  slack: ({ slackDays }) => slackDays,
  lateness: ({ latenessDays }) => latenessDays,
  material: ({ materialReadyDate }) => materialReadyDate,
  forecastStart: ({ scheduledStartDate }) => scheduledStartDate,
  date80: () => null,
  chance: () => null,
}

/** Sorts rows; those without a value come last in either direction. */
const sorted = (rows: readonly OperationListRow[], { sortBy = 'daysOverdue', sortOrder }: OperationOrder) => {
  const sortValue = sortValues[sortBy]
  const sign = (sortOrder ?? (sortBy === 'daysOverdue' ? 'desc' : 'asc')) === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [one, other] = [sortValue(a), sortValue(b)]
    if (one === other) return 0
    if (one === null || other === null) return one === null ? 1 : -1
    return one < other ? -sign : sign
  })
}

interface Group {
  readonly key: string
  readonly title: string
}

const groupOf = (row: OperationListRow, groupBy: OperationOrder['groupBy']): Group | null => {
  if (groupBy === 'project') return { key: row.projectId, title: `${row.projectNumber} ${row.projectName}`.trim() }
  if (groupBy === 'operation') return { key: row.name, title: row.name }
  return groupBy === 'priority' ? { key: row.priorityClass, title: row.priorityClass } : null
}

/**
 * Matching rows in their order, one group after another. Priority groups go from critical to low; other groups are
 * ordered by their first rows.
 */
const arranged = (rows: readonly OperationListRow[], query: PlainQuery) => {
  const ordered = sorted(rows, query)
  const groups = new Map<string, Group & { rows: OperationListRow[] }>()
  for (const row of ordered) {
    const group = groupOf(row, query.groupBy)
    if (!group) return { rows: ordered, groups: [] }
    const known = groups.get(group.key)
    if (known) known.rows.push(row)
    else groups.set(group.key, { ...group, rows: [row] })
  }
  const list = [...groups.values()]
  const ranks: readonly string[] = priorityClasses
  if (query.groupBy === 'priority') list.sort((a, b) => ranks.indexOf(a.key) - ranks.indexOf(b.key))
  return { rows: list.flatMap((group) => group.rows), groups: list }
}

const selected = (shop: PlainShop, query: PlainQuery, beheld: Beheld) => {
  const matching = rowsOf(shop, beheld).filter(matches(query, beheld.zone))
  return { matching, shown: matching.filter((row) => isOnTab(row, query.tab ?? 'all')) }
}

/** A window of the matching operations, in the format of our own server. */
export const plainOperationList = (
  shop: PlainShop,
  query: PlainQuery & { readonly offset?: number | undefined; readonly limit?: number | undefined },
  beheld: Beheld,
): OperationList => {
  const { offset = 0, limit = 100 } = query
  const { matching, shown } = selected(shop, query, beheld)
  const now = new Date(beheld.nowMs).toISOString()
  const sum = (value: (row: OperationListRow) => number) => shown.reduce((all, row) => all + value(row), 0)
  return {
    now,
    usesMaterial: false,
    total: shown.length,
    tabs: recordOf(operationTabs, (tab) => matching.filter((row) => isOnTab(row, tab)).length),
    snoozed: 0,
    newSinceYesterday: 0,
    recovered: 0,
    comparedWith: now,
    metrics: {
      projects: new Set(shown.map(({ projectId }) => projectId)).size,
      hoursLeft: sum(({ hoursLeft }) => hoursLeft),
      averageDaysOverdue: shown.length === 0 ? 0 : sum(({ daysOverdue }) => daysOverdue) / shown.length,
      blocked: shown.filter(({ blocked }) => blocked).length,
      severities: recordOf(severities, (severity) => shown.filter((row) => row.severity === severity).length),
    },
    offset,
    rows: arranged(shown, query).rows.slice(offset, offset + limit),
  }
}

/** The groups of the list. */
export const plainOperationGroups = (shop: PlainShop, query: PlainQuery, beheld: Beheld): OperationGroups => {
  const { groups } = arranged(selected(shop, query, beheld).shown, query)
  const sizes = groups.map(({ rows }) => rows.length)
  return {
    keys: groups.map(({ key }) => key),
    titles: groups.map(({ title }) => title),
    offsets: sizes.map((_, index) => sizes.slice(0, index).reduce((all, size) => all + size, 0)),
    counts: sizes,
    daysOverdue: groups.map(({ rows }) => Math.max(0, ...rows.map(({ daysOverdue }) => daysOverdue))),
  }
}
