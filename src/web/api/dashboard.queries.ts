import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from '#contract/dashboard.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** What needs a decision today; everything that a plan shows changes it, so it lies under the schedule's key. */
export const dashboardQuery = (timeZone: string) =>
  queryOptions({
    queryKey: tenantKey('schedule', 'dashboard', timeZone),
    queryFn: ({ signal }) => call(getDashboard, { query: { timeZone } }, { signal }),
    // Asked for anew each time it is opened: it counts what this person has just changed elsewhere.
    staleTime: 0,
  })
