import type { ListSearch } from '#web/components/operation-table/list-search.ts'

/** The defaults of the URL: every operation, the newest projects first. */
export const defaultOperationsSearch = {
  tab: 'all',
  sortBy: 'projectNumber',
  sortOrder: 'desc',
  groupBy: 'none',
  density: 'comfortable',
} satisfies ListSearch
