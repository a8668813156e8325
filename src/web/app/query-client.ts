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
      /** True if the screen shows the error itself; otherwise a toast shows it once. */
      handled?: boolean
    }
  }
}

/**
 * Keeps a loader alive when another screen unmounts. When the last screen that shows a query unmounts, the library
 * cancels its request, even if the loader of the next screen waits for it. That loader then sends the request again.
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
 * The cache of all server data. Lists are fresh for 5 minutes; live events and mutations invalidate them sooner. A
 * failed mutation is reported exactly once: here, or by the screen if `meta.handled` is set.
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
      // Requests are sent even if the browser believes it is offline, because a silent wait would look like a successful save.
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
