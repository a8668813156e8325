import type { QueryClient } from '@tanstack/react-query'
import { operationGroupsQuery, operationPageQuery } from '#web/api/operations/operation-lists.queries.ts'
import { loadPlanStrips } from '#web/components/scheduling-run/load-plan-strips.ts'
import { type ListSearch, queryOf } from './list-search.ts'

/** Requests the first page of a list, and awaits only the data of the strips: the list shows its own skeleton while its rows load. */
export function loadOperationList(client: QueryClient, search: ListSearch): Promise<void> {
  const query = queryOf(search)
  void client.prefetchQuery(operationPageQuery(query, 0))
  if (search.groupBy !== undefined && search.groupBy !== 'none') void client.prefetchQuery(operationGroupsQuery(query))
  return loadPlanStrips(client)
}
