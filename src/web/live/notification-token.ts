import { postNotificationToken } from '#contract/auth.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { sessionStore } from '#web/stores/safe-storage.ts'
import { useSession } from '#web/stores/session.ts'

/** Session storage, this tab only: a token of 15 minutes that opens notifications and nothing else. */
const tokenKey = 'notificationToken'
const marginMs = 30_000

interface StoredToken {
  token: string
  expiresAtMs: number
}

const readToken = (nowMs: number): string | null => {
  try {
    const stored = JSON.parse(sessionStore.get(tokenKey) ?? 'null') as StoredToken | null
    return stored && stored.expiresAtMs - marginMs > nowMs ? stored.token : null
  } catch {
    return null
  }
}

const fetchToken = async (): Promise<string> => {
  // Without a session there is no live connection; that the session ended is for the page's own calls to say.
  const { token, expiresAt } = await call(postNotificationToken, {}, { keeps401: true })
  if (useSession.getState().userId !== null)
    sessionStore.set(tokenKey, JSON.stringify({ token, expiresAtMs: Date.parse(expiresAt) }))
  return token
}

/** Does `work` with the stored token, with a new one when there is none or the server does not know it any more. */
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
