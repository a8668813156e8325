import {
  CancelledError,
  type DefaultError,
  type EnsureQueryDataOptions,
  MutationCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { limits } from '#contract/vocabulary.ts'
import { errorSentence, isApiError, retryDelayMs, shouldRetry } from '#web/api/api-error.ts'
import { toast } from '#web/ui/toast.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** True where the screen itself shows the error; otherwise a toast shows it once. */
      handled?: boolean
    }
  }
}

/**
 * A client whose loaders outlive other screens: when the last screen that shows a query goes away, the library cancels its request, also
 * for the loader of the next screen that waits for it. That loader then asks once more.
 */
class LastingQueryClient extends QueryClient {
  override async ensureQueryData<Read = unknown, Failure = DefaultError, Data = Read, Key extends QueryKey = QueryKey>(
    options: EnsureQueryDataOptions<Read, Failure, Data, Key>,
  ): Promise<Data> {
    try {
      return await super.ensureQueryData(options)
    } catch (error) {
      if (error instanceof CancelledError) return super.ensureQueryData(options)
      throw error
    }
  }
}

/**
 * The cache of all server data. Lists are fresh for 5 minutes (specification 4.9); live events and mutations
 * invalidate them sooner. A failed mutation is reported exactly once: here, or by the screen if `meta.handled` is set.
 */
export const createQueryClient = (): QueryClient =>
  new LastingQueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.handled || (isApiError(error) && (error.status === 401 || error.code === 'session_over')))
          return
        toast.error(errorSentence(error))
      },
    }),
    defaultOptions: {
      // Tried even if the browser believes that it is offline, because waiting silently would look as if it was saved.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: limits.cacheLifetimeMs,
        gcTime: limits.cacheLifetimeMs,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false, retryDelay: retryDelayMs },
    },
  })
