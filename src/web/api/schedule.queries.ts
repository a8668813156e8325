import { queryOptions } from '@tanstack/react-query'
import { getPlacement, getSchedule } from '#contract/schedule.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** The whole plan as columns. */
export const scheduleQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'plan'),
    queryFn: ({ signal }) => call(getSchedule, {}, { signal }),
  })

/** Why one operation starts when it does. */
export const placementQuery = (operationId: string) =>
  queryOptions({
    queryKey: tenantKey('schedule', 'placement', operationId),
    queryFn: ({ signal }) => call(getPlacement, { params: { operationId } }, { signal }),
  })
