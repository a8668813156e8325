import { queryOptions } from '@tanstack/react-query'
import { getTenantSettings } from '#contract/tenant-settings.ts'
import { call } from './client.ts'
import { orPlainly, plainSettings } from './plain-server.ts'
import { tenantKey } from './query-keys.ts'

/** The current organization, with its time zone and scheduling settings. */
export const tenantSettingsQuery = () =>
  queryOptions({
    queryKey: tenantKey('organisation'),
    queryFn: ({ signal }) => call(getTenantSettings, {}, { signal }).catch(orPlainly(plainSettings)),
  })
