import { queryOptions } from '@tanstack/react-query'
import {
  getHolidayTemplate,
  listCalendarExceptions,
  listHolidayRegions,
  listHolidays,
  listHolidayTemplates,
} from '#contract/holidays.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** Days on which the organization or a work center is closed, in date order. */
export const holidaysQuery = () =>
  queryOptions({ queryKey: tenantKey('holidays', 'list'), queryFn: ({ signal }) => call(listHolidays, {}, { signal }) })

/** Templates of the system and of the organization. */
export const holidayTemplatesQuery = () =>
  queryOptions({
    queryKey: tenantKey('holidayTemplates', 'list'),
    queryFn: ({ signal }) => call(listHolidayTemplates, {}, { signal }),
  })

/** One template, of the organization or of any region, in its current state. */
export const holidayTemplateQuery = (templateId: string) =>
  queryOptions({
    queryKey: tenantKey('holidayTemplates', 'one', templateId),
    queryFn: ({ signal }) => call(getHolidayTemplate, { params: { id: templateId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Countries and regions of the holiday library; the same for everyone. */
export const holidayRegionsQuery = () =>
  queryOptions({
    queryKey: tenantKey('holidayTemplates', 'places'),
    queryFn: ({ signal }) => call(listHolidayRegions, {}, { signal }).catch(orPlainly(() => [])),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Overtime, downtime and temporary capacities. */
export const exceptionsQuery = () =>
  queryOptions({
    queryKey: tenantKey('holidays', 'exceptions'),
    queryFn: ({ signal }) => call(listCalendarExceptions, {}, { signal }).catch(orPlainly(() => [])),
  })
