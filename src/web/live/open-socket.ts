import { postNotificationTicket, postNotificationToken } from '#contract/auth.ts'
import { livePath } from '#contract/live-events.ts'
import { isApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { sessionStore } from '#web/stores/safe-storage.ts'

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
  sessionStore.set(tokenKey, JSON.stringify({ token, expiresAtMs: Date.parse(expiresAt) }))
  return token
}

const fetchTicket = async (token: string): Promise<string> =>
  (await call(postNotificationTicket, {}, { bearer: token, keeps401: true })).ticket

/** A socket opened with a single-use ticket (trust.md): only that stands in its address. */
export const openSocket = async (): Promise<WebSocket> => {
  const stored = readToken(Date.now())
  const ticket = await (stored
    ? fetchTicket(stored).catch(async (error: unknown) => {
        if (!isApiError(error) || error.status !== 401) throw error
        return fetchTicket(await fetchToken())
      })
    : fetchTicket(await fetchToken()))
  const address = new URL(livePath, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  address.searchParams.set('token', ticket)
  return new WebSocket(address)
}
