import { queryOptions } from '@tanstack/react-query'
import { getTenantSettings } from '#contract/tenant-settings.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'
import { orPlainly } from '#web/api/unknown-call.ts'

/** The current organization, with its time zone and scheduling settings. */
export const tenantSettingsQuery = () =>
  queryOptions({
    queryKey: tenantKey('organisation'),
    queryFn: ({ signal }) =>
      call(getTenantSettings, {}, { signal }).catch(
        // Every page of the organization reads this, so the fallback for a server without settings is loaded only when needed.
        orPlainly(async () => (await import('#web/api/plain-server.ts')).plainSettings()),
      ),
  })
