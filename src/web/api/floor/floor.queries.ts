import { queryOptions } from '@tanstack/react-query'
import { getFloorPlaceOf, getFloorQueue, getMyFloorQueue } from '#contract/floor.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { type FloorPerson, type KeptWork, keepWork, readKeptWork } from '#web/stores/floor.ts'

export const floorQueueKey = ['floor', 'queue'] as const

/** Polling interval, because the page has no socket. */
const everyMs = 20_000

/**
 * The work list of a device, or of a person, with the operation of a scanned code. It starts with the stored one, so that it also appears
 * without a network.
 */
export const floorQueueQuery = (person: FloorPerson | null, scannedId: string | null) =>
  queryOptions({
    queryKey: [...floorQueueKey, person, scannedId],
    queryFn: async ({ signal }): Promise<KeptWork> => {
      const askedAtMs = Date.now()
      const scanned = scannedId === null ? {} : { scannedId }
      const queue = await (person
        ? call(
            getMyFloorQueue,
            { query: { workCenterIds: [...person.workCenterIds], ...scanned } },
            { signal, fresh: true },
          )
        : call(getFloorQueue, { query: scanned }, { signal, keeps401: true, fresh: true }))
      const work = { queue, askedAtMs, clockAheadMs: Date.parse(queue.now) - (askedAtMs + Date.now()) / 2 }
      keepWork(work)
      return work
    },
    initialData: () => readKeptWork() ?? undefined,
    initialDataUpdatedAt: () => readKeptWork()?.askedAtMs,
    staleTime: 0,
    gcTime: Number.POSITIVE_INFINITY,
    // The next poll follows soon, and until then the screen shows that there is no connection.
    retry: false,
    refetchInterval: everyMs,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })

/** The work center at which a member reports an operation. */
export const floorPlaceQuery = (operationId: string) =>
  queryOptions({
    queryKey: tenantKey('operations', 'floorPlace', operationId),
    queryFn: ({ signal }) => call(getFloorPlaceOf, { params: { operationId } }, { signal }),
  })
