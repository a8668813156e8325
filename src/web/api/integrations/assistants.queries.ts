import { infiniteQueryOptions } from '@tanstack/react-query'
import { listAssistantCalls } from '#contract/assistants.ts'
import { call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'

/** What assistants asked and did, in pages, newest first. Live events do not report it. */
export const assistantCallsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...tenantScope(), 'assistantCalls'],
    queryFn: ({ pageParam, signal }) =>
      call(listAssistantCalls, { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ calls, more }) => (more ? (calls.at(-1)?.callId ?? null) : null),
    staleTime: 0,
  })
