import type { OperationWork } from '#contract/operation-filter.ts'
import type { ListSearch } from '#web/components/operation-table/list-search.ts'
import { defaultOperationsSearch } from './operations-search.ts'

/** What a saved view leaves out. It stays the same when the defaults of the URL change, so that old views keep their meaning. */
export const savedOperationsSearch = {
  ...defaultOperationsSearch,
  work: 'all',
  sortBy: 'projectNumber',
  sortOrder: 'desc',
} satisfies ListSearch

/** The initial order of a tab. Finished work is sorted by end, latest first. */
const orderOf = (work: OperationWork = 'open'): Pick<ListSearch, 'sortBy' | 'sortOrder'> =>
  work === 'finished' ? { sortBy: 'end', sortOrder: 'desc' } : { sortBy: 'forecastStart', sortOrder: 'asc' }

/** The change to another tab. An order that the reader chose stays. */
export const toWork = ({ work: before, sortBy, sortOrder }: ListSearch, work: OperationWork): Partial<ListSearch> => {
  const own = orderOf(before)
  return { work, ...(sortBy === own.sortBy && sortOrder === own.sortOrder && orderOf(work)) }
}
