import { queryOptions } from '@tanstack/react-query'
import { getFloorQueue } from '#contract/floor.ts'
import { type KeptWork, keepWork, readKeptWork } from '#web/stores/floor.ts'
import { call } from './client.ts'

export const floorQueueKey = ['floor', 'queue'] as const

/** How often a device looks for changes; it has no socket. */
const everyMs = 20_000

/** The work of this device. It begins with what was read last, so that it is there without a network too. */
export const floorQueueQuery = () =>
  queryOptions({
    queryKey: floorQueueKey,
    queryFn: async ({ signal }): Promise<KeptWork> => {
      const askedAtMs = Date.now()
      const queue = await call(getFloorQueue, {}, { signal, keeps401: true, fresh: true })
      const work = { queue, askedAtMs, clockAheadMs: Date.parse(queue.now) - (askedAtMs + Date.now()) / 2 }
      keepWork(work)
      return work
    },
    initialData: () => readKeptWork() ?? undefined,
    initialDataUpdatedAt: () => readKeptWork()?.askedAtMs,
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    // The next one comes soon, and until then the screen says that there is no connection.
    retry: false,
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })
