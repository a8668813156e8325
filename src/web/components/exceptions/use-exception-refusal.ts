import { useQuery } from '@tanstack/react-query'
import { mayEnterExceptions, roleOf } from '#domain/access/permissions.ts'
import { tenantSettingsQuery } from '#web/api/tenant-settings.queries.ts'
import { useSession } from '#web/stores/session.ts'

/** Why the signed-in user may not enter or remove overtime, downtime and capacity; null when they may. */
export function useExceptionRefusal(): string | null {
  const isAdmin = useSession((session) => session.isAdmin)
  const isSuperAdmin = useSession((session) => session.isSuperAdmin)
  const plannersChangeWorkingTime = useQuery({
    ...tenantSettingsQuery(),
    select: (tenant) => tenant.plannersChangeWorkingTime,
  }).data
  // Not known yet: the server refuses, where it must.
  if (plannersChangeWorkingTime === undefined) return null
  const decision = mayEnterExceptions(roleOf({ isAdmin, isSuperAdmin }), { plannersChangeWorkingTime })
  return decision.ok ? null : decision.reason
}
