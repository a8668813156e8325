import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type AuditFilter, getAdminOverview, listAudit } from '#contract/admin.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** The state of the organization; read again each time it is shown. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: tenantKey('users', 'overview'),
    queryFn: ({ signal }) => call(getAdminOverview, {}, { signal }),
    staleTime: 0,
  })

/** The audit log in pages of 100, newest first. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: tenantKey('users', 'audit', filter),
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { query: { ...filter, ...(pageParam !== null && { cursor: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
