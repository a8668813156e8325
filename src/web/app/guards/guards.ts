import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { checkSession } from '#web/api/auth/check-session.ts'
import { endSession } from '#web/api/client.ts'
import { associationsQuery } from '#web/api/tenants/tenants.queries.ts'
import { forgetSession, sessionRefused, setTenant, useSession } from '#web/stores/session.ts'
import { lastSignInEmail } from '#web/stores/stored-session.ts'
import { checkTenant } from './check-tenant.ts'
import { sessionChecks } from './repeated-checks.ts'
import { safeRedirect } from './safe-redirect.ts'

export interface GuardArgs {
  location: ParsedLocation
  context: { queryClient: QueryClient }
  preload: boolean
}

/** On /admin a failed validation does not redirect. */
const redirects = ({ pathname }: ParsedLocation) => pathname !== '/admin'

const toLogin = ({ href, pathname }: ParsedLocation) =>
  redirect({ to: '/login', search: pathname === '/' ? {} : { redirect: href }, replace: true })

const toPicker = () => redirect({ to: '/tenant-selection', replace: true })

/** Every page except /login needs a signed-in user. Only the first check of a tab blocks the page. */
export async function requireSession({ location, context: { queryClient }, preload }: GuardArgs): Promise<void> {
  const { userId, authenticated } = useSession.getState()
  // Silent sign-in: this tab was signed in and its storage is gone, but the session cookie may still be valid.
  if (userId === null) {
    if (lastSignInEmail() === null) throw toLogin(location)
    const found = await checkSession(queryClient)
    if (found === 'unknown') sessionRefused('Authentication check failed')
    if (found !== 'valid') throw toLogin(location)
  }
  if (userId === null || preload) return
  // Both requests are sent at the same time.
  const { isSuperAdmin, tenantId } = useSession.getState()
  if (!isSuperAdmin && tenantId !== null) void queryClient.prefetchQuery(associationsQuery(userId))
  if (authenticated && sessionChecks.isOneTooMany(location.pathname)) return
  const check = checkSession(queryClient)
  if (authenticated) {
    // The check runs beside the page; its result is applied when it arrives.
    void check.then((found) => found === 'ended' && redirects(location) && endSession(useSession.getState().error))
    return
  }
  if ((await check) === 'ended' && redirects(location)) {
    forgetSession(useSession.getState().error)
    throw toLogin(location)
  }
}

/** Every page except /login and /tenant-selection needs an organization that the user may work in. */
export async function requireTenant({ location, context: { queryClient }, preload }: GuardArgs): Promise<void> {
  if (useSession.getState().tenantId === null) throw toPicker()
  if (preload) return
  const found = await checkTenant(queryClient, location.pathname)
  if (found === 'kept' || !redirects(location)) return
  if (found === 'signIn') {
    forgetSession(useSession.getState().error)
    throw toLogin(location)
  }
  setTenant(null)
  throw toPicker()
}

/** Sends a signed-in user from /login to the page they came from, or to /. */
export const skipLogin = (remembered: string | undefined): void => {
  const { authenticated, userId, tenantId } = useSession.getState()
  if (!(authenticated && userId !== null) && !(userId !== null && tenantId !== null)) return
  throw redirect({ href: safeRedirect(remembered), replace: true })
}

/** Redirects an unknown path to the page that fits the visitor. */
export const leaveUnknownPath = (): void => {
  const { userId, tenantId } = useSession.getState()
  if (userId === null) throw redirect({ to: '/login', replace: true })
  throw redirect({ to: tenantId === null ? '/tenant-selection' : '/', replace: true })
}
