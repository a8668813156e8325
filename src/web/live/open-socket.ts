import { postNotificationTicket } from '#contract/auth.ts'
import { livePath } from '#contract/live-events.ts'
import { call } from '#web/api/client.ts'
import { withNotificationToken } from './notification-token.ts'

/** A socket opened with a single-use ticket (trust.md): only that stands in its address. Rejects without a token. */
export const openSocket = async (): Promise<WebSocket> => {
  const { ticket } = await withNotificationToken((bearer) =>
    call(postNotificationTicket, {}, { bearer, keeps401: true }),
  )
  const address = new URL(livePath, location.href)
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  address.searchParams.set('token', ticket)
  return new WebSocket(address)
}
