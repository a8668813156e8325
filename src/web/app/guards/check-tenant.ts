import type { QueryClient } from '@tanstack/react-query'
import { isApiError, signInReason } from '#web/api/api-error.ts'
import { associationsQuery } from '#web/api/tenants/tenants.queries.ts'
import { sessionRefused, setTenant, useSession } from '#web/stores/session.ts'
import { tenantChecks } from './repeated-checks.ts'

export type TenantCheck = 'kept' | 'signIn' | 'choose'

/**
 * 401 leads to sign-in. After a 403, or if the user does not belong to the organization, they must choose another: the
 * guard clears the organization, except on /admin. A network error, a 404 and a 5xx keep it. A super admin may work in
 * any organization.
 */
export async function checkTenant(queryClient: QueryClient, path: string): Promise<TenantCheck> {
  const { userId, tenantId, isSuperAdmin } = useSession.getState()
  if (userId === null || tenantId === null || isSuperAdmin || tenantChecks.isOneTooMany(path)) return 'kept'
  try {
    const mine = await queryClient.fetchQuery(associationsQuery(userId))
    const same = mine.find((tenant) => tenant.tenantId.toLowerCase() === tenantId)
    if (!same) return 'choose'
    if (useSession.getState().tenantName !== same.name && useSession.getState().tenantId === tenantId) setTenant(same)
    return 'kept'
  } catch (error) {
    if (!isApiError(error) || (error.status !== 401 && error.status !== 403)) return 'kept'
    if (error.status === 401) {
      sessionRefused(signInReason('Authentication check failed', error))
      return 'signIn'
    }
    return 'choose'
  }
}
