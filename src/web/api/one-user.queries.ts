import { queryOptions } from '@tanstack/react-query'
import { getProfile, getUser, getUserByEmail } from '#contract/users.ts'
import { call } from './client.ts'
import { tenantKey, userKey } from './query-keys.ts'

/** My own profile, as its page shows it. */
export const profileQuery = () =>
  queryOptions({ queryKey: userKey('profile'), queryFn: ({ signal }) => call(getProfile, {}, { signal }) })

/** One user as stored now; admins only. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: tenantKey('users', 'one', id),
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Whom an e-mail belongs to, as far as the reader may know; a refusal means nobody of theirs. */
export const userByEmailQuery = (email: string) =>
  queryOptions({
    queryKey: tenantKey('users', 'by-email', email),
    queryFn: ({ signal }) => call(getUserByEmail, { params: { email } }, { signal }),
    retry: false,
  })
