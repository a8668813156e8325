import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import {
  type CompactSchedule,
  type DateColumns,
  getForecastDates,
  getPlacement,
  getRunDates,
  getSchedule,
  getUnplacedReasons,
  type OperationDateColumns,
  type ScheduleAnswer,
} from '#contract/schedule.ts'
import { call } from '#web/api/client.ts'
import { keepUp } from '#web/api/keep-up.ts'
import { fromPlainShop } from '#web/api/plain-server.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

const readSchedule = ({ client, queryKey, signal }: QueryFunctionContext): Promise<CompactSchedule> =>
  keepUp<CompactSchedule, ScheduleAnswer>(client.getQueryData<CompactSchedule>(queryKey) ?? null, {
    ask: (query) => call(getSchedule, { query }, { signal }),
    takeIn: async () => (await import('#domain/schedule/take-in-schedule.ts')).takeInSchedule,
    show: (schedule) => client.setQueryData(queryKey, schedule),
  }).catch(
    orPlainly(async () => {
      const { plainSchedule } = await import('#domain/plain-shop/plain-schedule.ts')
      return fromPlainShop(client, plainSchedule)
    }),
  )

/** The whole plan in columns. */
export const scheduleQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'plan'),
    queryFn: readSchedule,
    // Unchanged rows are already the same objects, so a structural comparison would find nothing.
    structuralSharing: false,
  })

/** Why one operation starts when it does. */
export const placementQuery = (operationId: string) =>
  queryOptions({
    queryKey: tenantKey('schedule', 'placement', operationId),
    queryFn: ({ signal }) => call(getPlacement, { params: { operationId } }, { signal }),
  })

const readDates = async (answer: OperationDateColumns): Promise<DateColumns> =>
  (await import('#domain/columns.ts')).readColumns(answer)

/** The forecast of all open operations, drawn beside the plan. */
export const forecastDatesQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'forecast'),
    queryFn: async ({ signal }) => readDates(await call(getForecastDates, {}, { signal })),
    structuralSharing: false,
  })

/** The dates that a run gave to operations. */
export const runDatesQuery = (runId: string) =>
  queryOptions({
    queryKey: tenantKey('runs', 'dates', runId),
    queryFn: async ({ signal }) => readDates(await call(getRunDates, { params: { runId } }, { signal })),
    structuralSharing: false,
    staleTime: 'static',
  })

/** Why operations could not be scheduled. */
export const unplacedReasonsQuery = () =>
  queryOptions({
    queryKey: tenantKey('schedule', 'unscheduled'),
    queryFn: ({ signal }) => call(getUnplacedReasons, {}, { signal }),
  })
