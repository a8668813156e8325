import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { type CompactSchedule, getPlacement, getSchedule } from '#contract/schedule.ts'
import { call } from './client.ts'
import { keepUp } from './keep-up.ts'
import { tenantKey } from './query-keys.ts'

const readSchedule = ({ client, queryKey, signal }: QueryFunctionContext): Promise<CompactSchedule> =>
  keepUp(client.getQueryData<CompactSchedule>(queryKey) ?? null, {
    ask: (query) => call(getSchedule, { query }, { signal }),
    takeIn: async () => (await import('#domain/schedule/take-in-schedule.ts')).takeInSchedule,
    show: (schedule) => client.setQueryData(queryKey, schedule),
  })

/** The whole plan as columns. */
export const scheduleQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'plan'),
    queryFn: readSchedule,
    // Unchanged rows are already the same objects, so a comparison of the rest would find nothing.
    structuralSharing: false,
  })

/** Why one operation starts when it does. */
export const placementQuery = (operationId: string) =>
  queryOptions({
    queryKey: tenantKey('schedule', 'placement', operationId),
    queryFn: ({ signal }) => call(getPlacement, { params: { operationId } }, { signal }),
  })
