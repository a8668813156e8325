import { useQuery } from '@tanstack/react-query'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { useRefusal } from '#web/stores/actor.ts'

/**
 * Why the signed-in user may not enter or remove overtime, downtime and capacity; null when they may. Without work centers, whether
 * they may anywhere. Until the settings of the organization are known, the server refuses where it must.
 */
export function useExceptionRefusal(workCenterIds?: readonly (string | null)[]): string | null {
  const organization = useQuery(tenantSettingsQuery()).data
  return useRefusal('enterExceptions', {
    ...(organization && { organization }),
    ...(workCenterIds && { workCenterIds }),
  })
}
