import { useQuery } from '@tanstack/react-query'
import { tenantSettingsQuery } from '#web/api/tenants/tenant-settings.queries.ts'
import { useRefusal } from '#web/stores/actor.ts'

/** Why the signed-in person may not apply the plan of a run, over one project or over several; null if they may. */
export const useRunRefusal = (isOfOneProject: boolean): string | null => {
  const organization = useQuery(tenantSettingsQuery()).data
  return useRefusal(isOfOneProject ? 'scheduleProject' : 'planWholeShop', organization && { organization })
}
