import { queryOptions } from '@tanstack/react-query'
import { listScheduledExports } from '#contract/scheduled-exports.ts'
import { call } from '#web/api/client.ts'
import { dataSourcesKey } from './data-sources.queries.ts'

/** The scheduled exports of the organization, and where this server may send them. Live events about data sources refresh it. */
export const scheduledExportsQuery = () =>
  queryOptions({
    queryKey: dataSourcesKey('exports'),
    queryFn: ({ signal }) => call(listScheduledExports, {}, { signal }),
  })
