import { queryOptions } from '@tanstack/react-query'
import { listHolidays, listHolidayTemplates } from '#contract/holidays.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** Days on which the organisation or a work centre is closed, the next one first to come. */
export const holidaysQuery = () =>
  queryOptions({ queryKey: tenantKey('holidays'), queryFn: ({ signal }) => call(listHolidays, {}, { signal }) })

/** Templates to apply: the system's and the organisation's own. */
export const holidayTemplatesQuery = () =>
  queryOptions({
    queryKey: tenantKey('holidayTemplates'),
    queryFn: ({ signal }) => call(listHolidayTemplates, {}, { signal }),
  })
