import { queryOptions } from '@tanstack/react-query'
import { getDashboard } from '#contract/dashboard.ts'
import { call } from '#web/api/client.ts'
import { fromPlainShop } from '#web/api/plain-server.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** The decisions due today. Every change of the plan affects them, so the key begins with the key of the schedule. */
export const dashboardQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'dashboard'),
    queryFn: ({ signal, client }) =>
      call(getDashboard, {}, { signal }).catch(
        orPlainly(async () => {
          const { plainDashboard } = await import('#domain/plain-shop/plain-dashboard.ts')
          return fromPlainShop(client, plainDashboard)
        }),
      ),
    // Read again each time it is opened, because it counts what the user has just changed elsewhere.
    staleTime: 0,
  })
