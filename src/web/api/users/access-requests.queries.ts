import { queryOptions } from '@tanstack/react-query'
import { getAccess } from '#contract/access-requests.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** Each person's access, and open requests for admin rights. */
export const accessQuery = () =>
  queryOptions({
    queryKey: tenantKey('users', 'access'),
    queryFn: ({ signal }) => call(getAccess, {}, { signal }),
    staleTime: 0,
  })
