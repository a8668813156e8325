import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { type LoginInput, type LoginResult, postDirectLogin, postLogin, postLogout } from '#contract/auth.ts'
import { ApiError, isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { clearDrafts } from '#web/stores/drafts.ts'
import { notifyOtherTabs } from '#web/stores/other-tabs.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { forgetSession, signedIn } from '#web/stores/session.ts'
import { clearOldCookies, keepDeviceSettings, rememberSignInEmail } from '#web/stores/stored-session.ts'

/** Tries the second call if the first one is unknown or broken, but never after a refusal. */
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

/** The password was correct, and the account also requires a code. */
export interface CodeAsked extends Pick<LoginInput, 'email' | 'rememberMe'> {
  readonly success: false
}
export type SignInAnswer = LoginResult | CodeAsked

/** Signs in, or reports that a code is required. */
export const enter = async (queryClient: QueryClient, input: LoginInput): Promise<SignInAnswer> => {
  const result = await signIn(input)
  if (!result.success && result.requiresSecondFactor) return { ...input, success: false }
  if (!result.success) {
    const { error } = result
    throw new ApiError('invalid_credentials', error || 'Login failed', { status: 200, fromServer: Boolean(error) })
  }
  keepSignedIn(queryClient, result, input)
  return result
}

/** Stores the data of the new session and clears the caches of the previous user. */
export const keepSignedIn = (
  queryClient: QueryClient,
  result: LoginResult,
  input: Pick<LoginInput, 'email' | 'rememberMe'>,
): void => {
  queryClient.clear()
  const { requiresTenantSelection, tenantId, tenantName, availableTenants, ...user } = result
  const tenant = requiresTenantSelection ? { tenantId: null, tenantName: null } : { tenantId, tenantName }
  signedIn({ ...user, ...tenant }, availableTenants)
  localStore.set('rememberEmail', input.rememberMe ? input.email : null)
  rememberSignInEmail(input.email)
}

const mostRetries = 3

/** Signs in. Retries by itself while too many people sign in at once. The screen shows errors. */
export const signInMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (input: LoginInput) => enter(queryClient, input),
    retry: (tries, error) => tries < mostRetries && isApiError(error) && error.code === 'unavailable',
  })

/** How long the browser waits for the server at sign-out before it deletes the session anyway. */
const logoutPatienceMs = 3_000

/** Signs out here, on the server and in every other tab. */
export const signOut = async (queryClient: QueryClient): Promise<void> => {
  const putBack = keepDeviceSettings()
  const patience = new Promise((resolve) => setTimeout(resolve, logoutPatienceMs))
  // The answer clears the site's storage, so the device settings are restored afterwards.
  const answered = call(postLogout, {}, { keeps401: true }).catch(() =>
    console.warn('You are signed out here, but the server could not be reached'),
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
