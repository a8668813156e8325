import type { OperationTab } from '#contract/operation-filter.ts'
import type { ListSearch } from '#web/components/operation-table/list-search.ts'

/** Most overdue first, grouped by project; density comfortable, dependencies and metrics shown. */
export const defaultOverdueSearch = {
  tab: 'overdue',
  sortBy: 'daysOverdue',
  sortOrder: 'desc',
  groupBy: 'project',
  minDaysOverdue: 0,
  snoozed: 'hide',
  density: 'comfortable',
  dependencies: true,
  metrics: true,
} satisfies ListSearch

export const overdueTabs = [
  'overdue',
  'projectedLate',
  'atRisk',
  'behindPlan',
] as const satisfies readonly OperationTab[]
export type OverdueTab = (typeof overdueTabs)[number]

/** The change to another tab: its default columns, without the filters that exist only for overdue operations. */
export const toTab = (tab: OverdueTab): Partial<ListSearch> => ({
  tab,
  columns: undefined,
  ...(tab !== 'overdue' && { severities: undefined, trend: undefined, minDaysOverdue: 0 }),
})

/** The tab of this screen; 'all' belongs to the operations screen. */
export const tabOf = ({ tab }: ListSearch): OverdueTab => (tab === undefined || tab === 'all' ? 'overdue' : tab)
