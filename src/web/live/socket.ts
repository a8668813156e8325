import { LiveEvent, type LiveMessage } from '#contract/live-events.ts'
import type { LiveState } from '#web/stores/live.ts'

/** 1, 2, 4, 8, 16 s, then polling every 30 s (specification 4.8), each up to a fifth longer so that browsers do not all reconnect at once. */
const pollingMs = 30_000
const maxAttempts = 5

/** Milliseconds before the given attempt (0 = the first); null when it is time to poll instead. */
export const reconnectDelayMs = (attempt: number, random: () => number = Math.random): number | null =>
  attempt < maxAttempts ? 1_000 * 2 ** attempt * (1 + random() * 0.2) : null

export interface LiveOptions {
  /** Opens a socket with a fresh ticket; rejects when the server gives none. */
  open: () => Promise<WebSocket>
  onEvent: (event: LiveEvent) => void
  /** The socket is open; earlier changes may have been missed. */
  onOpen: () => void
  /** Every 30 s while there is no socket. */
  onPoll: () => void
  onState?: (state: LiveState) => void
  /** The message that is sent when the socket opens and every 25 s; a server that answers it once must answer each. */
  heartbeat: () => LiveMessage
}

export interface LiveConnection {
  /** False when there is no open socket. */
  send(message: LiveMessage): boolean
  /** True when this server confirms messages. */
  answers(): boolean
  /** Tries at once instead of after the wait (the network is back). */
  retryNow(): void
  end(): void
}

const heartbeatMs = 25_000
/** How long a socket may take to open, or a server to answer, before the socket is given up. */
const patienceMs = 10_000

const readEvent = (data: unknown): LiveEvent | null => {
  try {
    const event = LiveEvent.safeParse(JSON.parse(String(data)))
    if (event.success) return event.data
  } catch {
    // Falls through to the log line below.
  }
  console.warn('A live message could not be read')
  return null
}

/** Keeps one live socket open: back-off 1 to 16 s, then polling every 30 s with a new try each time. */
export const connectLive = (options: LiveOptions): LiveConnection => {
  const { open, onEvent, onOpen, onPoll, onState, heartbeat } = options
  let socket: WebSocket | null = null
  let isOpen = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let patience: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined
  let attempt = 0
  let answers = false
  let connecting = false
  let ended = false

  const leave = () => {
    clearTimeout(patience)
    clearInterval(beat)
    isOpen = false
    const left = socket
    socket = null
    if (!left) return
    left.onopen = left.onclose = left.onmessage = null
    left.close()
  }

  const lost = () => {
    leave()
    if (ended) return
    const delayMs = reconnectDelayMs(attempt)
    attempt += 1
    onState?.(delayMs === null ? 'polling' : 'waiting')
    clearTimeout(retry)
    retry = setTimeout(() => {
      if (delayMs === null) onPoll()
      void connect()
    }, delayMs ?? pollingMs)
  }

  const expectAnswer = () => {
    clearTimeout(patience)
    patience = setTimeout(lost, patienceMs)
  }

  const send = (message: LiveMessage): boolean => {
    if (!socket || !isOpen) return false
    socket.send(JSON.stringify(message))
    // Half-open connections look open for minutes; only the silence shows that they are dead.
    if (answers) expectAnswer()
    return true
  }

  const opened = () => {
    clearTimeout(patience)
    isOpen = true
    answers = false
    attempt = 0
    onState?.('open')
    send(heartbeat())
    beat = setInterval(() => send(heartbeat()), heartbeatMs)
    onOpen()
  }

  const connect = async () => {
    if (connecting || socket || ended) return
    connecting = true
    try {
      const next = await open()
      if (ended) return next.close()
      socket = next
      next.onmessage = ({ data }) => {
        clearTimeout(patience)
        const event = readEvent(data)
        if (event?.type === 'heard') answers = true
        if (event) onEvent(event)
      }
      next.onerror = () => console.warn('The live connection failed')
      next.onclose = lost
      next.onopen = opened
      expectAnswer()
    } catch {
      lost()
    } finally {
      connecting = false
    }
  }

  onState?.('connecting')
  void connect()
  return {
    send,
    answers: () => isOpen && answers,
    retryNow: () => {
      if (ended || socket || connecting) return
      clearTimeout(retry)
      void connect()
    },
    end: () => {
      ended = true
      clearTimeout(retry)
      leave()
    },
  }
}
