import { queryOptions } from '@tanstack/react-query'
import { getMe, listUsers } from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { tenantKey, userKey } from '#web/api/query-keys.ts'

/** The signed-in user with preferences and settings. */
export const meQuery = () =>
  queryOptions({ queryKey: userKey('me'), queryFn: ({ signal }) => call(getMe, {}, { signal }) })

/** Users of the organization; admins only. */
export const usersQuery = () =>
  queryOptions({ queryKey: tenantKey('users'), queryFn: ({ signal }) => call(listUsers, {}, { signal }) })
