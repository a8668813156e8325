import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from '#contract/dashboard.ts'
import { call } from './client.ts'
import { fromPlainShop } from './plain-server.ts'
import { tenantKey } from './query-keys.ts'
import { orPlainly } from './unknown-call.ts'

/** What needs a decision today. Every change of the plan affects it, so its key begins with that of the schedule. */
export const dashboardQuery = (timeZone: string) =>
  queryOptions({
    queryKey: tenantKey('schedule', 'dashboard', timeZone),
    queryFn: ({ signal, client }) =>
      call(getDashboard, { query: { timeZone } }, { signal }).catch(
        orPlainly(async () => {
          const { plainDashboard } = await import('#domain/plain-shop/plain-dashboard.ts')
          return fromPlainShop(client, plainDashboard)
        }),
      ),
    // Read again each time it is opened, because it counts what the user has just changed elsewhere.
    staleTime: 0,
  })
