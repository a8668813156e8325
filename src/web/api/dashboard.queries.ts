import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from '#contract/dashboard.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** What needs a decision today. Every change of the plan affects it, so its key begins with that of the schedule. */
export const dashboardQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'dashboard'),
    queryFn: ({ signal }) => call(getDashboard, {}, { signal }),
    // Read again each time it is opened, because it counts what the user has just changed elsewhere.
    staleTime: 0,
  })
