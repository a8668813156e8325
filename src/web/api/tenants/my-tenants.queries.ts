import { queryOptions } from '@tanstack/react-query'
import { listMyTenants } from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { userKey } from '#web/api/query-keys.ts'
import { byName } from './tenants.queries.ts'

/** The user's organizations, to choose from. */
export const myTenantsQuery = () =>
  queryOptions({
    queryKey: userKey('my-tenants'),
    queryFn: async ({ signal }) => byName(await call(listMyTenants, {}, { signal })),
  })
