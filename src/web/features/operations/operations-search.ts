import type { ListSearch } from '#web/components/operation-table/list-search.ts'

/** What the URL says when it says nothing: every operation, the newest projects first. */
export const defaultOperationsSearch = {
  tab: 'all',
  sortBy: 'projectNumber',
  sortOrder: 'desc',
  groupBy: 'none',
  density: 'comfortable',
} satisfies ListSearch
