import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type AuditFilter, getAdminOverview, getHistoryLoss, listAudit } from '#contract/admin.ts'
import { call } from '#web/api/client.ts'
import { eachPage, type LogPages } from '#web/api/history/history.queries.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** The state of the organization; read again each time it is shown. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: tenantKey('users', 'overview'),
    queryFn: ({ signal }) => call(getAdminOverview, {}, { signal }),
    staleTime: 0,
  })

const readAudit = (filter: AuditFilter, cursor: string | null, signal: AbortSignal) =>
  call(listAudit, { query: { ...filter, ...(cursor !== null && { cursor }) } }, { signal })

export const auditPages: LogPages = (filter) => (signal) => eachPage((cursor) => readAudit(filter, cursor, signal))

/** The audit log in pages of 100, newest first. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: tenantKey('users', 'audit', filter),
    queryFn: ({ pageParam, signal }) => readAudit(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })

/** What would be deleted if history were limited to this many years; counted again each time. */
export const historyLossQuery = (years: number) =>
  queryOptions({
    queryKey: tenantKey('users', 'historyLoss', years),
    queryFn: ({ signal }) => call(getHistoryLoss, { query: { years } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
