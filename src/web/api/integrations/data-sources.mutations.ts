import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  type DataSource,
  type DataSourceChange,
  type DataSourceInput,
  decideSourceRun,
  deleteDataSource,
  dismissSourceDoubts,
  patchDataSource,
  postDataSource,
  readSourceSample,
  runDataSource,
} from '#contract/data-sources.ts'
import { retryBusy } from '#web/api/api-error.ts'
import { type CallParts, call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'
import { dataSourcesKey } from './data-sources.queries.ts'

const invalidate = (client: QueryClient) => client.invalidateQueries({ queryKey: dataSourcesKey() })

/** Fetches the file of a data source that is being set up. The screen shows errors. */
export const readSampleMutation = () =>
  mutationOptions({
    mutationFn: (body: CallParts<typeof readSourceSample>['body']) => call(readSourceSample, { body }),
    retry: retryBusy,
    meta: { handled: true },
  })

/** The form shows errors. */
export const createSourceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: DataSourceInput) => call(postDataSource, { body }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

/** A change of the version that the reader saw. The screen shows errors. */
export const changeSourceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ source, change }: { source: Pick<DataSource, 'sourceId' | 'version'>; change: DataSourceChange }) =>
      call(patchDataSource, { params: { id: source.sourceId }, body: change }, { ifMatch: source.version }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

/** A toast shows errors. Not awaited: the page of the deleted source is left before the list is read again. */
export const deleteSourceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (sourceId: string) => call(deleteDataSource, { params: { id: sourceId } }),
    onSettled: () => void invalidate(client),
  })

/** Starts a run, which ends later. A toast shows errors. */
export const runSourceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ sourceId, appliesAll }: { sourceId: string; appliesAll: boolean }) =>
      call(runDataSource, { params: { id: sourceId }, body: { appliesAll } }),
    onSettled: () => invalidate(client),
  })

/** Applies or dismisses a waiting run. An applied one may change any data of the organization. The screen shows errors. */
export const decideRunMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({
      sourceId,
      runId,
      applies,
      seen,
    }: {
      sourceId: string
      runId: string
      applies: boolean
      seen: string
    }) => call(decideSourceRun, { params: { id: sourceId, runId }, body: { applies, seen } }),
    onSettled: () => client.invalidateQueries({ queryKey: tenantScope() }),
    meta: { handled: true },
  })

/** Takes the doubtful rows of a run off the list. A toast shows errors. */
export const dismissDoubtsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ sourceId, runId }: { sourceId: string; runId: string }) =>
      call(dismissSourceDoubts, { params: { id: sourceId, runId } }),
    onSettled: () => invalidate(client),
  })
