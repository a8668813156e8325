import { queryOptions } from '@tanstack/react-query'
import { listCalendarExceptions, listHolidayRegions, listHolidays, listHolidayTemplates } from '#contract/holidays.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'
import { orPlainly } from './unknown-call.ts'

/** Days on which the organization or a work center is closed, in the order in which they come. */
export const holidaysQuery = () =>
  queryOptions({ queryKey: tenantKey('holidays', 'list'), queryFn: ({ signal }) => call(listHolidays, {}, { signal }) })

/** Templates of the system and of the organization. */
export const holidayTemplatesQuery = () =>
  queryOptions({
    queryKey: tenantKey('holidayTemplates', 'list'),
    queryFn: ({ signal }) => call(listHolidayTemplates, {}, { signal }),
  })

/** Countries and regions of the holiday library; the same for everybody. */
export const holidayRegionsQuery = () =>
  queryOptions({
    queryKey: tenantKey('holidayTemplates', 'places'),
    queryFn: ({ signal }) => call(listHolidayRegions, {}, { signal }).catch(orPlainly(() => [])),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Overtime, downtime and capacities by time. */
export const exceptionsQuery = () =>
  queryOptions({
    queryKey: tenantKey('holidays', 'exceptions'),
    queryFn: ({ signal }) => call(listCalendarExceptions, {}, { signal }).catch(orPlainly(() => [])),
  })
