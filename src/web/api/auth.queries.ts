import { queryOptions } from '@tanstack/react-query'
import { getValidate } from '#contract/auth.ts'
import { call } from './client.ts'

/** Is the session of the cookie still good; asked past every cache, and a 401 is an answer like any other. */
export const sessionCheckQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => call(getValidate, {}, { signal, fresh: true, keeps401: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
