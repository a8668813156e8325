import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/api/users/users.queries.ts'
import { useSession } from '#web/stores/session.ts'
import { readAvailableTenants } from '#web/stores/stored-session.ts'
import { tenantNameToShow } from './tenant-name.ts'

/** The name of the current organization. */
export const useTenantName = (): string => {
  const { userId, tenantId, tenantName } = useSession()
  const { data } = useQuery({
    ...meQuery(),
    enabled: userId !== null,
    select: (user) => (user.tenantId === tenantId ? user.currentTenantName : null),
  })
  const cached = readAvailableTenants()
  return tenantNameToShow({
    tenantId,
    userTenantName: data,
    storedName: tenantName,
    tenants: Array.isArray(cached) ? cached : [],
  })
}
