import { queryOptions } from '@tanstack/react-query'
import { maxSearchIds, maxSearchLength, searchRecords } from '#contract/search.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** Projects and operations by number or name. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: tenantKey('projects', 'search', q),
    queryFn: ({ signal }) => call(searchRecords, { query: { q: q.slice(0, maxSearchLength), ids: [] } }, { signal }),
    staleTime: 30_000,
    enabled: q !== '',
  })

/** Projects and operations by id, in the given order; deleted ones are left out. */
export const recordsQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: tenantKey('projects', 'records', ids),
    queryFn: ({ signal }) => call(searchRecords, { query: { q: '', ids: ids.slice(0, maxSearchIds) } }, { signal }),
    staleTime: 30_000,
    enabled: ids.length > 0,
  })
