import { queryOptions } from '@tanstack/react-query'
import { listMySessions } from '#contract/my-sessions.ts'
import { listUserSessions } from '#contract/user-sessions.ts'
import { getMe, listUsers } from '#contract/users.ts'
import { call } from './client.ts'
import { orPlainly } from './plain-server.ts'
import { tenantKey, userKey } from './query-keys.ts'

/** The signed-in user with preferences and settings. */
export const meQuery = () =>
  queryOptions({ queryKey: userKey('me'), queryFn: ({ signal }) => call(getMe, {}, { signal }) })

/** Users of the organization; admins only. */
export const usersQuery = () =>
  queryOptions({ queryKey: tenantKey('users'), queryFn: ({ signal }) => call(listUsers, {}, { signal }) })

/** Open sessions of one user; admins only. */
export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: tenantKey('users', 'sessions', id),
    queryFn: ({ signal }) => call(listUserSessions, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** The open sessions of the signed-in user, in all organizations. */
export const mySessionsQuery = () =>
  queryOptions({
    queryKey: userKey('sessions'),
    queryFn: ({ signal }) => call(listMySessions, {}, { signal }).catch(orPlainly(() => [])),
    staleTime: 0,
  })
