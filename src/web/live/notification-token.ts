import { z } from 'zod/mini'
import { postNotificationToken } from '#contract/notifications.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useNotifications } from '#web/stores/notifications.ts'
import { readJson, sessionStore } from '#web/stores/safe-storage.ts'
import { useSession } from '#web/stores/session.ts'

/** The token is in the session storage of this tab, valid for 15 minutes and only for notifications. */
const tokenKey = 'notificationToken'
const marginMs = 30_000

const StoredToken = z.object({ token: z.string(), expiresAtMs: z.number() })

const readToken = (nowMs: number): string | null => {
  const stored = readJson(sessionStore, tokenKey, StoredToken)
  return stored && stored.expiresAtMs - marginMs > nowMs ? stored.token : null
}

const fetchToken = async (): Promise<string> => {
  // Without a session there is no live connection; the calls of the page handle the end of the session.
  const { token, expiresAt } = await call(postNotificationToken, {}, { keeps401: true }).catch((error: unknown) => {
    if (isApiError(error)) {
      console.warn(error.message)
      // Without an answer the connection is being repaired, and the panel says so.
      useNotifications.setState({ refusal: error.status === 0 ? null : error.message })
    }
    throw error
  })
  useNotifications.setState({ refusal: null })
  if (useSession.getState().userId !== null)
    sessionStore.set(tokenKey, JSON.stringify({ token, expiresAtMs: Date.parse(expiresAt) }))
  return token
}

/** Runs `work` with the stored token, or with a new one if there is none or the server no longer accepts it. */
export const withNotificationToken = async <T>(work: (bearer: string) => Promise<T>): Promise<T> => {
  const stored = readToken(Date.now())
  if (!stored) return work(await fetchToken())
  try {
    return await work(stored)
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error
    return work(await fetchToken())
  }
}
