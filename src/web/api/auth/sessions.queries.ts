import { queryOptions } from '@tanstack/react-query'
import { listMySessions } from '#contract/my-sessions.ts'
import { listUserSessions } from '#contract/user-sessions.ts'
import { call } from '#web/api/client.ts'
import { tenantKey, userKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

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
