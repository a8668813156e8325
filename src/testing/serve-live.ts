import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { AppServices } from '#server/context.ts'
import { attachLive, type LiveServer } from '#server/live/attach-live.ts'
import { secretHash } from '#server/services/credentials/secrets.ts'
import { issueNotificationTicket } from '#server/services/sessions/notification-token.ts'
import type { Actor } from './builders/build-user.ts'

/** The only origin that `serveLive` accepts. */
export const liveOrigin = 'http://localhost:3001'

/** Serves the live socket on a private port; several servers of one `app` share only its database. */
export const serveLive = async (
  app: AppServices,
  times: { pingEveryMs?: number; presenceEveryMs?: number } = {},
): Promise<{ http: Server; live: LiveServer; port: number }> => {
  const http = createServer()
  const live = attachLive(http, app, {
    isAllowedOrigin: (from) => from === liveOrigin,
    trustedProxies: 1,
    ...times,
    headers: { isProduction: false, socketUrl: null },
  })
  await live.ready()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return { http, live, port: (http.address() as AddressInfo).port }
}

/** The session to which a ticket or a token of the live socket belongs. */
export const holderOf = ({ sessionSecret, userId, tenantId }: Actor) => ({
  sessionHash: secretHash(sessionSecret ?? ''),
  userId,
  tenantId: tenantId ?? '',
})

/** A fresh ticket for one connection of `actor`. */
export const liveTicket = async (app: AppServices, actor: Actor): Promise<string> =>
  (await issueNotificationTicket(app, holderOf(actor))).ticket

/** Checks the condition every 10 ms; throws after 25 s. */
export const until = async (is: () => boolean): Promise<void> => {
  for (let tries = 0; !is(); tries++) {
    if (tries > 2_500) throw new Error('It never came')
    await setTimeout(10)
  }
}
