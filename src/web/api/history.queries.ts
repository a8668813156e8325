import { infiniteQueryOptions } from '@tanstack/react-query'
import { type HistoryFilter, listHistory } from '#contract/history.ts'
import { call } from './client.ts'
import { fileHref } from './file-href.ts'
import { tenantKey } from './query-keys.ts'

/** History of the organization, a project or a record, as the filter selects, in pages of 100, newest first. */
export const historyQuery = (filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: tenantKey('projects', 'history', filter),
    queryFn: ({ pageParam, signal }) =>
      call(listHistory, { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })

/** Address of the CSV file of all entries that match; `log` = the audit log's, for admins. */
export const historyFileHref = (filter: HistoryFilter, log: 'history' | 'admin/history' = 'history'): string =>
  fileHref(`/${log}/export`, filter)
