import { queryOptions } from '@tanstack/react-query'
import { getRunResult } from '#contract/run-results.ts'
import { getRun, listRuns } from '#contract/scheduling-runs.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

export const runsQuery = () =>
  queryOptions({
    queryKey: tenantKey('runs', 'list'),
    queryFn: ({ signal }) => call(listRuns, {}, { signal }),
  })

/** Key under which the socket writes a run's progress. */
export const runKey = (runId: string) => tenantKey('runs', 'one', runId)

/** Live messages fill this query; where none come, it is asked for each second while the run is on. */
export const runQuery = (runId: string) =>
  queryOptions({
    queryKey: runKey(runId),
    queryFn: ({ signal }) => call(getRun, { params: { runId } }, { signal, fresh: true }),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'Running' ? 1_000 : false),
  })

/** What a run came to; it stays so, and is asked for once. */
export const runResultQuery = (runId: string) =>
  queryOptions({
    queryKey: tenantKey('runs', 'result', runId),
    queryFn: ({ signal }) => call(getRunResult, { params: { runId } }, { signal }),
    staleTime: 'static',
  })
