import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { maxWindowRows, type OperationFilter, type OperationOrder } from '#contract/operation-filter.ts'
import {
  exportOperations,
  listOperationGroups,
  listOperationRows,
  type OperationList,
  type OperationListRow,
} from '#contract/operation-lists.ts'
import { call } from '#web/api/client.ts'
import { fileHref } from '#web/api/files/file-href.ts'
import { fromPlainShop } from '#web/api/plain-server.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** The filter and sort order of a list of operations. */
export type OperationQuery = OperationFilter & OperationOrder

type Window = { readonly offset?: number; readonly limit?: number }

/** Reads a window of the list; for a server that has only the specified calls, it is computed from all operations. */
const readRows = (client: QueryClient, query: OperationQuery & Window, signal: AbortSignal): Promise<OperationList> =>
  call(listOperationRows, { query }, { signal }).catch(
    orPlainly(async () => {
      const { plainOperationList } = await import('#domain/plain-shop/plain-operations.ts')
      return fromPlainShop(client, (shop, beheld) => plainOperationList(shop, query, beheld))
    }),
  )

/** Rows per page of a virtual list; pages that are scrolled out of view are dropped. */
export const pageRows = 100
const keepPagesMs = 30_000

/** One page of the matching operations, starting at row `page * pageRows`, with totals and counts. */
export const operationPageQuery = (query: OperationQuery, page: number) =>
  queryOptions({
    queryKey: tenantKey('operations', 'rows', query, page),
    queryFn: ({ signal, client }) => readRows(client, { ...query, offset: page * pageRows, limit: pageRows }, signal),
    gcTime: keepPagesMs,
  })

const countEveryMs = 60_000

/** The count in the Overdue tab; read again after every change, and as more operations become overdue. */
export const overdueCountQuery = () =>
  queryOptions({
    queryKey: tenantKey('operations', 'overdueCount'),
    queryFn: ({ signal, client }) => readRows(client, { tab: 'overdue', limit: 0 }, signal),
    select: ({ tabs }) => tabs.overdue,
    refetchInterval: countEveryMs,
  })

/** The groups of the list; not read if the list is not grouped. */
export const operationGroupsQuery = (query: OperationQuery) =>
  queryOptions({
    queryKey: tenantKey('operations', 'groups', query),
    queryFn: ({ signal, client }) =>
      call(listOperationGroups, { query }, { signal }).catch(
        orPlainly(async () => {
          const { plainOperationGroups } = await import('#domain/plain-shop/plain-operations.ts')
          return fromPlainShop(client, (shop, beheld) => plainOperationGroups(shop, query, beheld))
        }),
      ),
    enabled: query.groupBy !== undefined && query.groupBy !== 'none',
    gcTime: keepPagesMs,
  })

/** Rows `from` (included) to `to` (excluded), window by window, for a range or group that was selected without being shown. */
export const fetchOperationRows = async (
  client: QueryClient,
  query: OperationQuery,
  from: number,
  to: number,
): Promise<OperationListRow[]> => {
  const rows: OperationListRow[] = []
  for (let offset = from; offset < to; offset += maxWindowRows) {
    const limit = Math.min(maxWindowRows, to - offset)
    const answer = await client.fetchQuery({
      queryKey: tenantKey('operations', 'range', query, offset, limit),
      queryFn: ({ signal }) => readRows(client, { ...query, offset, limit }, signal),
      staleTime: 0,
      gcTime: 0,
    })
    rows.push(...answer.rows)
  }
  return rows
}

/** Address of the CSV file with all matching operations, for a download link. */
export const operationsCsvHref = (query: OperationQuery): string => fileHref(exportOperations.path, query)
