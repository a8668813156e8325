import { queryOptions } from '@tanstack/react-query'
import { listApiTokens } from '#contract/api-tokens.ts'
import { call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** Key of the reader's tokens. Other users cannot change them, so live events do not report them. */
export const apiTokensKey = () => [...tenantScope(), 'apiTokens'] as const

/** The reader's API tokens in this organization, newest first. */
export const apiTokensQuery = () =>
  queryOptions({
    queryKey: apiTokensKey(),
    queryFn: ({ signal }) => call(listApiTokens, {}, { signal }).catch(orPlainly(() => [])),
    staleTime: 0,
  })
