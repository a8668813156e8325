import type { WebSocket } from 'ws'
import type { NotificationHolder } from '../services/sessions/notification-token.ts'

/** Inbound messages a socket may send in one second. */
const maxMessagesPerSecond = 20
/** A client that lets this much data pile up is dropped, so that it costs the others nothing. */
const maxBufferedBytes = 1_048_576

/** Our own close codes; 1001 and 1008 are the protocol's. */
export const closeCode = { goingAway: 1001, policy: 1008, sessionEnded: 4401 } as const

export interface LiveSocketEvents {
  readonly onText: (socket: LiveSocket, text: string) => void
  readonly onGone: (socket: LiveSocket) => void
}

/** The socket of one browser, with its holder and its limits. */
export class LiveSocket {
  readonly holder: NotificationHolder
  readonly #socket: WebSocket
  #answered = true
  #messages = 0
  #windowStartedAtMs = 0

  constructor(socket: WebSocket, holder: NotificationHolder, events: LiveSocketEvents) {
    this.#socket = socket
    this.holder = holder
    socket.on('message', (data, isBinary) => {
      if (this.#isWithinLimit() && !isBinary) events.onText(this, data.toString())
    })
    socket.on('pong', () => {
      this.#answered = true
    })
    // ws closes the socket itself after an error (1009 for a frame too large); without a listener the process would end.
    socket.on('error', () => undefined)
    socket.on('close', () => events.onGone(this))
  }

  /** Sends one prepared frame, or drops the socket when its client is too slow. */
  send(frame: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate()
    else this.#socket.send(frame)
  }

  /** Pings the socket; a socket that did not answer the last ping is dropped. */
  ping(): void {
    if (this.#answered) this.#socket.ping()
    else this.#socket.terminate()
    this.#answered = false
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #isWithinLimit(): boolean {
    const nowMs = performance.now()
    if (nowMs - this.#windowStartedAtMs >= 1_000) {
      this.#windowStartedAtMs = nowMs
      this.#messages = 0
    }
    this.#messages += 1
    if (this.#messages <= maxMessagesPerSecond) return true
    this.#socket.close(closeCode.policy, 'Too many messages')
    return false
  }
}
