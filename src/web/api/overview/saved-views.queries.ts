import { queryOptions } from '@tanstack/react-query'
import { listSavedViews, type ViewScreen } from '#contract/saved-views.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** The reader's own views of a screen and the shared ones, by name. */
export const savedViewsQuery = (screen: ViewScreen) =>
  queryOptions({
    queryKey: tenantKey('savedViews', screen),
    queryFn: ({ signal }) => call(listSavedViews, { query: { screen } }, { signal }),
  })
