import { queryOptions } from '@tanstack/react-query'
import { getRun, listRunChanges, listRuns } from '#contract/scheduling-runs.ts'
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

export const runChangesQuery = (runId: string) =>
  queryOptions({
    queryKey: tenantKey('runs', 'changes', runId),
    queryFn: ({ signal }) => call(listRunChanges, { params: { runId } }, { signal }),
  })
