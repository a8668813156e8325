import { queryOptions } from '@tanstack/react-query'
import { getOrganisation } from '#contract/organisation.ts'
import { call } from './client.ts'
import { tenantKey } from './query-keys.ts'

/** The organisation worked in, with its time zone and scheduling settings. */
export const organisationQuery = () =>
  queryOptions({ queryKey: tenantKey('organisation'), queryFn: ({ signal }) => call(getOrganisation, {}, { signal }) })
