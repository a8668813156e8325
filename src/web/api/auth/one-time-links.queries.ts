import { queryOptions } from '@tanstack/react-query'
import { postOneTimeLink } from '#contract/one-time-links.ts'
import { call } from '#web/api/client.ts'

/** The purpose of a one-time link. A used or expired link is a normal answer, and nothing is cached. */
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
