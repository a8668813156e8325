import { queryOptions } from '@tanstack/react-query'
import { listWorkIntervals } from '#contract/work-intervals.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** The time on an operation. */
export const workTimeQuery = (projectId: string, operationId: string) =>
  queryOptions({
    queryKey: tenantKey('operations', 'work-time', projectId, operationId),
    queryFn: ({ signal }) => call(listWorkIntervals, { params: { projectId, operationId } }, { signal }),
  })
