import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type LoginInput, type LoginResult, postDirectLogin, postLogin, postLogout } from '#contract/auth.ts'
import { clearDrafts } from '#web/stores/drafts.ts'
import { notifyOtherTabs } from '#web/stores/other-tabs.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { forgetSession, signedIn } from '#web/stores/session.ts'
import { clearOldCookies, keepDeviceSettings, rememberSignInEmail } from '#web/stores/stored-session.ts'
import { ApiError, isApiError } from './api-error.ts'
import { call } from './client.ts'

/** Where the first call is unknown or broken, the fallback login is tried; never after a refusal. */
const wantsFallback = (error: unknown) =>
  isApiError(error) && (error.status === 404 || error.status === 405 || error.status >= 500)

const signIn = async (input: LoginInput) => {
  clearOldCookies()
  const options = { keeps401: true }
  return call(postLogin, { body: input }, options).catch((error: unknown) => {
    if (!wantsFallback(error)) throw error
    return call(postDirectLogin, { body: input }, options)
  })
}

/** Signs in and stores the session's facts; the caches of whoever was here before are gone. */
export const enter = async (queryClient: QueryClient, input: LoginInput): Promise<LoginResult> => {
  const result = await signIn(input)
  if (!result.success) {
    throw new ApiError('invalid_credentials', result.error || 'Login failed. Please try again.', {
      status: 200,
      fromServer: true,
    })
  }
  queryClient.clear()
  const { requiresTenantSelection, tenantId, tenantName, availableTenants, ...user } = result
  const tenant = requiresTenantSelection ? { tenantId: null, tenantName: null } : { tenantId, tenantName }
  signedIn({ ...user, ...tenant }, availableTenants)
  localStore.set('rememberEmail', input.rememberMe ? input.email : null)
  rememberSignInEmail(input.email)
  return result
}

/** Signs in. The screen says what failed. */
export const signInMutation = (queryClient: QueryClient) =>
  mutationOptions({ meta: { handled: true }, mutationFn: (input: LoginInput) => enter(queryClient, input) })

/** The server is told, at most this long, before the browser forgets anyway. */
const logoutPatienceMs = 3_000

/** Signs out here, on the server and in every other tab. */
export const signOut = async (queryClient: QueryClient): Promise<void> => {
  const putBack = keepDeviceSettings()
  const patience = new Promise((resolve) => setTimeout(resolve, logoutPatienceMs))
  // The answer clears the site's storage; what belongs to the device is put back.
  const answered = call(postLogout, {}, { keeps401: true }).catch(() =>
    console.warn('The server did not hear the logout'),
  )
  void answered.then(putBack)
  await Promise.race([answered, patience])
  clearDrafts()
  rememberSignInEmail(null)
  forgetSession()
  putBack()
  queryClient.clear()
  notifyOtherTabs({ type: 'signedOut' })
}
