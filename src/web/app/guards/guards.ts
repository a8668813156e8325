import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { endSession } from '#web/api/client.ts'
import { associationsQuery } from '#web/api/tenants.queries.ts'
import { forgetSession, sessionRefused, setTenant, useSession } from '#web/stores/session.ts'
import { lastSignInEmail } from '#web/stores/stored-session.ts'
import { checkSession } from './check-session.ts'
import { checkTenant } from './check-tenant.ts'
import { sessionChecks } from './repeated-checks.ts'
import { safeRedirect } from './safe-redirect.ts'

export interface GuardArgs {
  location: ParsedLocation
  context: { queryClient: QueryClient }
  preload: boolean
}

/** Specification 2.2: on /admin a failed validation does not redirect. */
const redirects = ({ pathname }: ParsedLocation) => pathname !== '/admin'

const toLogin = ({ href, pathname }: ParsedLocation) =>
  redirect({ to: '/login', search: pathname === '/' ? {} : { redirect: href }, replace: true })

const toPicker = () => redirect({ to: '/tenant-selection', replace: true })

/** Everything but /login: someone signed in. The first check of a tab is waited for, later ones are not. */
export async function requireSession({ location, context: { queryClient }, preload }: GuardArgs): Promise<void> {
  const { userId, authenticated } = useSession.getState()
  // Silent re-login: this tab had signed in, the browser forgot, the session cookie may still be good.
  if (userId === null) {
    if (lastSignInEmail() === null) throw toLogin(location)
    const found = await checkSession(queryClient)
    if (found === 'unknown') sessionRefused('Authentication check failed')
    if (found !== 'valid') throw toLogin(location)
  }
  if (userId === null || preload) return
  // Both questions travel together.
  const { isSuperAdmin, tenantId } = useSession.getState()
  if (!isSuperAdmin && tenantId !== null) void queryClient.prefetchQuery(associationsQuery(userId))
  if (authenticated && sessionChecks.isOneTooMany(location.pathname)) return
  const check = checkSession(queryClient)
  if (authenticated) {
    // It runs beside the page; what it finds is acted on when it is known.
    void check.then((found) => found === 'ended' && redirects(location) && endSession(useSession.getState().error))
    return
  }
  if ((await check) === 'ended' && redirects(location)) {
    forgetSession(useSession.getState().error)
    throw toLogin(location)
  }
}

/** Everything but /login and /tenant-selection: an organization, and one that this user may work in. */
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

/** Who is signed in has no business on /login: back to where they came from, else /. */
export const skipLogin = (remembered: string | undefined): void => {
  const { authenticated, userId, tenantId } = useSession.getState()
  if (!(authenticated && userId !== null) && !(userId !== null && tenantId !== null)) return
  throw redirect({ href: safeRedirect(remembered), replace: true })
}

/** Unknown paths go where the visitor stands (specification 2.2). */
export const leaveUnknownPath = (): void => {
  const { userId, tenantId } = useSession.getState()
  if (userId === null) throw redirect({ to: '/login', replace: true })
  throw redirect({ to: tenantId === null ? '/tenant-selection' : '/', replace: true })
}
