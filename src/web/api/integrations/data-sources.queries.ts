import { queryOptions } from '@tanstack/react-query'
import { getSourceRun, listDataSources, listSourceAttention, listSourceRuns } from '#contract/data-sources.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** Key of everything about data sources; live events refresh it. */
export const dataSourcesKey = (...parts: readonly unknown[]) => tenantKey('dataSources', ...parts)

/** The data sources of the organization, and where this server may read files. */
export const dataSourcesQuery = () =>
  queryOptions({
    queryKey: dataSourcesKey('list'),
    queryFn: ({ signal }) => call(listDataSources, {}, { signal }),
  })

/** The data sources that need a person. */
export const sourceAttentionQuery = () =>
  queryOptions({
    queryKey: dataSourcesKey('attention'),
    queryFn: ({ signal }) => call(listSourceAttention, {}, { signal }),
  })

/** The runs of a data source, newest first. */
export const sourceRunsQuery = (sourceId: string) =>
  queryOptions({
    queryKey: dataSourcesKey('runs', sourceId),
    queryFn: ({ signal }) => call(listSourceRuns, { params: { id: sourceId } }, { signal }),
  })

/** One run with its doubtful rows, kept values and vanished records. */
export const sourceRunQuery = (sourceId: string, runId: string) =>
  queryOptions({
    queryKey: dataSourcesKey('run', sourceId, runId),
    queryFn: ({ signal }) => call(getSourceRun, { params: { id: sourceId, runId } }, { signal }),
  })
