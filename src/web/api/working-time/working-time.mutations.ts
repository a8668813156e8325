import type { QueryClient } from '@tanstack/react-query'
import type { LiveResource } from '#contract/live-events.ts'
import { tenantKey } from '#web/api/query-keys.ts'

/** Called after a write of this tab, which ignores its own echo: reads the list, the plan's outdated flag and dependent data. */
export const refreshWorkingTime = async (queryClient: QueryClient, resource: LiveResource): Promise<void> => {
  void queryClient.invalidateQueries({ queryKey: tenantKey('schedule') })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: tenantKey(resource) }),
    queryClient.invalidateQueries({ queryKey: tenantKey('organisation') }),
  ])
}
