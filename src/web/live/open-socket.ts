import { postNotificationTicket } from '#contract/auth.ts'
import { livePath } from '#contract/live-events.ts'
import { call } from '#web/api/client.ts'
import { withNotificationToken } from './notification-token.ts'

/**
 * A socket opened with a single-use ticket: only that stands in its address. Rejects without a token. The server says
 * where, so that the socket may live on a host of its own.
 */
export const openSocket = async (): Promise<WebSocket> => {
  const { ticket, socketUrl } = await withNotificationToken((bearer) =>
    call(postNotificationTicket, {}, { bearer, keeps401: true }),
  )
  const address = new URL(socketUrl ?? livePath, location.href)
  if (!socketUrl) address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
  address.searchParams.set('token', ticket)
  return new WebSocket(address)
}
