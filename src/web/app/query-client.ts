import { MutationCache, QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/vocabulary.ts'
import { errorSentence, isApiError, isTransient } from '#web/api/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** True where the screen says what went wrong itself; otherwise a toast does, once. */
      handled?: boolean
    }
  }
}

/** 1 s, 2 s, 4 s ... at most 30 s (specification 9). */
export const retryDelayMs = (attempt: number): number => Math.min(1_000 * 2 ** attempt, 30_000)

/** Three more tries, only where asking again can help: never after a refusal. */
export const shouldRetry = (failures: number, error: unknown): boolean => failures < 3 && isTransient(error)

/**
 * The one cache of server data. Lists stay good for 5 minutes (specification 4.9); live events and mutations
 * invalidate them sooner. A failed mutation is told exactly once: here, unless its `meta.handled` says the screen does.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.handled || (isApiError(error) && (error.status === 401 || error.code === 'session_over')))
          return
        toast.error(errorSentence(error))
      },
    }),
    defaultOptions: {
      // Tried even where the browser believes that it is offline: waiting in silence would look like saved.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: limits.cacheLifetimeMs,
        gcTime: limits.cacheLifetimeMs,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
