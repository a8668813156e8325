import { queryOptions } from '@tanstack/react-query'
import { listMySignIns, listUserSignIns } from '#contract/sign-ins.ts'
import { call } from '#web/api/client.ts'
import { tenantKey, userKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** The latest sign-ins of the reader, in all organizations. */
export const mySignInsQuery = () =>
  queryOptions({
    queryKey: userKey('sign-ins'),
    queryFn: ({ signal }) => call(listMySignIns, {}, { signal }).catch(orPlainly(() => [])),
    staleTime: 0,
  })

/** The latest sign-ins of one user; admins only. */
export const userSignInsQuery = (id: string) =>
  queryOptions({
    queryKey: tenantKey('users', 'sign-ins', id),
    queryFn: ({ signal }) => call(listUserSignIns, { params: { id } }, { signal }),
    staleTime: 0,
  })
