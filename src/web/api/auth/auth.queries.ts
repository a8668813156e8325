import { queryOptions } from '@tanstack/react-query'
import { getValidate } from '#contract/auth.ts'
import { call } from '#web/api/client.ts'

/** Whether the session cookie is still valid. Bypasses every cache, and a 401 is a normal answer. */
export const sessionCheckQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => call(getValidate, {}, { signal, fresh: true, keeps401: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
