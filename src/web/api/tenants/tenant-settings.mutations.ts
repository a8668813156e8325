import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { putTenantSettings, type TenantSettingsInput } from '#contract/tenant-settings.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** Changes settings of the organization; a stale `version` is refused with code 'stale'. */
export const saveTenantSettingsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ version, ...body }: TenantSettingsInput & { version: number }) =>
      call(putTenantSettings, { body }, { ifMatch: version }),
    onSuccess: (tenant) => {
      queryClient.setQueryData(tenantKey('organisation'), tenant)
      // The flag that the plan is outdated is set at the end of the write, after the answer was composed.
      void queryClient.invalidateQueries({ queryKey: tenantKey('organisation') })
    },
  })
