import { queryOptions } from '@tanstack/react-query'
import { getAccess } from '#contract/access-requests.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Who has which access, and requests for admin rights. */
export const accessQuery = () =>
  queryOptions({
    queryKey: tenantKey('users', 'access'),
    queryFn: ({ signal }) => call(getAccess, {}, { signal }),
    staleTime: 0,
  })
