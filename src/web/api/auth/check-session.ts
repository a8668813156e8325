import type { QueryClient } from '@tanstack/react-query'
import { isApiError, signInReason } from '#web/api/api-error.ts'
import { sessionLoading, sessionRefused, sessionUnchecked, signedIn, useSession } from '#web/stores/session.ts'
import { sessionCheckQuery } from './auth.queries.ts'

export type SessionCheck = 'valid' | 'ended' | 'unknown'

/** Checks the session and stores its data, or the reason for the refusal. 'unknown': no answer, or a failing server. */
export async function checkSession(queryClient: QueryClient): Promise<SessionCheck> {
  const ended = useSession.getState().ended
  sessionLoading()
  try {
    const found = await queryClient.fetchQuery(sessionCheckQuery())
    // Meanwhile another call may have found that the session has ended.
    if (ended !== useSession.getState().ended) return 'unknown'
    if (!found.isValid) {
      sessionRefused('Not authenticated')
      return 'ended'
    }
    const stored = useSession.getState()
    // The first check of a tab adopts the organization of the server's session; later checks do not change it. A server
    // with only the specified API names none, and members then keep the stored one.
    const isSame = found.userId === stored.userId
    const own = isSame && (stored.authenticated || (found.tenantId === null && !found.isSuperAdmin))
    signedIn({
      userId: found.userId ?? stored.userId,
      email: found.email ?? stored.email,
      name: found.name ?? stored.name,
      isAdmin: found.isAdmin,
      isSuperAdmin: found.isSuperAdmin,
      access: found.access,
      workCenterIds: found.workCenterIds,
      tenantId: own ? stored.tenantId : found.tenantId,
      tenantName: own ? stored.tenantName : found.tenantName,
    })
    return 'valid'
  } catch (error) {
    if (isApiError(error) && error.status === 401) {
      sessionRefused(signInReason('Authentication check failed', error))
      return 'ended'
    }
    sessionUnchecked()
    return 'unknown'
  }
}
