import type { ListSearch } from '#web/components/operation-table/list-search.ts'

/** The defaults of the URL: open work, earliest start first. */
export const defaultOperationsSearch = {
  tab: 'all',
  work: 'open',
  sortBy: 'forecastStart',
  sortOrder: 'asc',
  groupBy: 'none',
  density: 'comfortable',
} satisfies ListSearch
