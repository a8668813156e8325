import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { livePath } from '#contract/live-events.ts'
import type { AppServices } from '../context.ts'
import { callerAddress } from '../http/caller-address.ts'
import { closeRefused } from '../http/close-refused.ts'
import type { HeaderSettings } from '../http/plugins/security-headers.ts'
import { rawRefusal } from '../http/raw-refusal.ts'
import { redeemNotificationTicket } from '../services/sessions/notification-token.ts'
import { LiveHub } from './live-hub.ts'
import { LiveSocket } from './live-socket.ts'
import { RefusedUpgrades } from './refused-upgrades.ts'

const maxFrameBytes = 64 * 1_024
const maxSocketsPerUser = 10
/** Format of a ticket (`newSecret`). */
const ticketShape = /^[\w-]{43}$/

export interface LiveOptions {
  /** The allow-list of the HTTP side. A request without an Origin is refused before this is called. */
  readonly isAllowedOrigin: (origin: string, host: string | undefined) => boolean
  /** Number of proxies in front of the server, as on the HTTP side. */
  readonly trustedProxies: number
  /** The headers of refusals, as of all other answers. */
  readonly headers: HeaderSettings
  /** Default 30 s; shorter in tests. */
  readonly pingEveryMs?: number
  /** Default 1 s; shorter in tests. */
  readonly presenceEveryMs?: number
}

export interface LiveServer {
  /** Resolves when changes are received. */
  ready(): Promise<void>
  /** Number of open sockets. */
  count(): number
  /** Closes every socket (1001); resolves within about half a second. */
  close(): Promise<void>
}

const codes = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
  503: 'unavailable',
} as const

/** Path and ticket of an upgrade request; null when its address is invalid. */
const readAddress = (request: IncomingMessage): { path: string; ticket: string } | null => {
  const url = URL.parse(request.url ?? '', 'http://localhost')
  return url && { path: url.pathname, ticket: url.searchParams.get('token') ?? '' }
}

/**
 * Serves the live socket on an HTTP server. Origin and single-use ticket are checked before the upgrade, a malformed
 * ticket without the database. The organization comes from the ticket alone, and every socket has limits. No use of
 * Fastify.
 */
export const attachLive = (server: Server, services: AppServices, options: LiveOptions): LiveServer => {
  const hub = new LiveHub(services, options.presenceEveryMs)
  const upgrader = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })
  const refused = new RefusedUpgrades()
  let closing = false

  const refuse = (socket: Duplex, status: keyof typeof codes): void => {
    const message = 'The live connection was refused.'
    closeRefused(socket, rawRefusal(options.headers, status, { code: codes[status], message }))
  }

  /** The status of a refusal, or the admitted holder. */
  const admit = async (request: IncomingMessage) => {
    const address = readAddress(request)
    if (!address) return 400
    if (address.path !== livePath) return 404
    if (closing) return 503
    const { origin, host } = request.headers
    if (!origin || !options.isAllowedOrigin(origin, host)) return 403
    if (!ticketShape.test(address.ticket)) return 401
    return (await redeemNotificationTicket(services, address.ticket)) ?? 401
  }

  const onUpgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => socket.destroy())
    const from = callerAddress(request, options.trustedProxies)
    const nowMs = services.now().getTime()
    if (refused.areTooMany(from, nowMs)) return refuse(socket, 429)
    const admitted = await admit(request).catch(() => 503 as const)
    if (typeof admitted === 'number' && admitted !== 503) refused.note(from, nowMs)
    if (socket.destroyed) return
    if (typeof admitted === 'number') return refuse(socket, admitted)
    if (hub.countOf(admitted.userId) >= maxSocketsPerUser) return refuse(socket, 429)
    upgrader.handleUpgrade(request, socket, head, (opened) => {
      hub.add(new LiveSocket(opened, admitted, hub))
      // The end of a session between ticket and upgrade was announced to no socket.
      void hub.closeEnded().catch(() => undefined)
    })
  }

  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void onUpgrade(request, socket, head)
  server.on('upgrade', listener)
  const rounds = setInterval(() => {
    hub.pingAll()
    void hub.closeEnded().catch(() => undefined)
  }, options.pingEveryMs ?? 30_000)

  return {
    ready: () => hub.ready(),
    count: () => hub.count(),
    close: async () => {
      closing = true
      clearInterval(rounds)
      server.off('upgrade', listener)
      await hub.close()
    },
  }
}
