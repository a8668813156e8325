import { queryOptions } from '@tanstack/react-query'
import { getProfile, getUser, getUserByEmail } from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { tenantKey, userKey } from '#web/api/query-keys.ts'

/** The profile of the signed-in user. */
export const profileQuery = () =>
  queryOptions({ queryKey: userKey('profile'), queryFn: ({ signal }) => call(getProfile, {}, { signal }) })

/** One user; admins only. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: tenantKey('users', 'one', id),
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** The user with this email, if the reader may see them; a refusal means that the organization has no such user. */
export const userByEmailQuery = (email: string) =>
  queryOptions({
    queryKey: tenantKey('users', 'by-email', email),
    queryFn: ({ signal }) => call(getUserByEmail, { params: { email } }, { signal }),
    retry: false,
  })
