import { queryOptions } from '@tanstack/react-query'
import { getValidate, postOneTimeLink } from '#contract/auth.ts'
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

/** What a one-time link is about; a link that is over is an answer, and nothing of it is kept. */
export const oneTimeLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['one-time-link', token],
    queryFn: ({ signal }) => call(postOneTimeLink, { body: { token } }, { signal, keeps401: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
