import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#web/api/api-error.ts'
import { sessionCheckQuery } from '#web/api/auth.queries.ts'
import { sessionLoading, sessionUnchecked, signedIn, useSession } from '#web/stores/session.ts'

export type SessionCheck = 'valid' | 'ended' | 'unknown'

/** Asks the server whether the session is still good and stores its facts; no answer or a server in trouble is 'unknown'. */
export async function checkSession(queryClient: QueryClient): Promise<SessionCheck> {
  sessionLoading()
  try {
    const found = await queryClient.fetchQuery(sessionCheckQuery())
    if (!found.isValid) return 'ended'
    const stored = useSession.getState()
    // A server of the plain interface names no organisation here: for its members the stored one stands.
    const own = found.tenantId === null && !found.isSuperAdmin && found.userId === stored.userId
    signedIn({
      userId: found.userId ?? stored.userId,
      email: found.email ?? stored.email,
      name: found.name ?? stored.name,
      isAdmin: found.isAdmin,
      isSuperAdmin: found.isSuperAdmin,
      tenantId: own ? stored.tenantId : found.tenantId,
      tenantName: own ? stored.tenantName : found.tenantName,
    })
    return 'valid'
  } catch (error) {
    if (isApiError(error) && error.status === 401) return 'ended'
    sessionUnchecked()
    return 'unknown'
  }
}
