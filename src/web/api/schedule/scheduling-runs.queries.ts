import { queryOptions } from '@tanstack/react-query'
import { getRunResult } from '#contract/run-results.ts'
import { getRun, listRuns } from '#contract/scheduling-runs.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

export const runsQuery = () =>
  queryOptions({
    queryKey: tenantKey('runs', 'list'),
    queryFn: ({ signal }) => call(listRuns, {}, { signal }),
  })

/** Key under which the socket stores a run's progress. */
export const runKey = (runId: string) => tenantKey('runs', 'one', runId)

/** Updated by live messages; without them it is read every second during the run. Old runs are deleted and answer 404. */
export const runQuery = (runId: string) =>
  queryOptions({
    queryKey: runKey(runId),
    queryFn: ({ signal }) => call(getRun, { params: { runId } }, { signal, fresh: true }),
    refetchInterval: ({ state }) =>
      !isGone(state.error) && (state.data === undefined || state.data.status === 'Running') ? 1_000 : false,
  })

/** Whether a run was deleted. */
export const isGone = (error: unknown): boolean => isApiError(error) && error.code === 'not_found'

/** The result of a run. It never changes, so it is read once. */
export const runResultQuery = (runId: string) =>
  queryOptions({
    queryKey: tenantKey('runs', 'result', runId),
    queryFn: ({ signal }) => call(getRunResult, { params: { runId } }, { signal }),
    staleTime: 'static',
  })
