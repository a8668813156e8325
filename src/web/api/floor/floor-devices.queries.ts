import { queryOptions } from '@tanstack/react-query'
import { listFloorDevices } from '#contract/floor-devices.ts'
import { call } from '#web/api/client.ts'
import { tenantScope } from '#web/api/query-keys.ts'

/** Key of the shop-floor devices; live events do not report them. */
export const floorDevicesKey = () => [...tenantScope(), 'floorDevices'] as const

/** The shop-floor devices of the organization; admins only. Polled while shown, because a device may sign in. */
export const floorDevicesQuery = () =>
  queryOptions({
    queryKey: floorDevicesKey(),
    queryFn: ({ signal }) => call(listFloorDevices, {}, { signal }),
    staleTime: 0,
    refetchInterval: 10_000,
  })
