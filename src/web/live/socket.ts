import { LiveEvent, type LiveMessage } from '#contract/live-events.ts'
import { Notification } from '#contract/notifications.ts'
import { readWireNames } from '#contract/wire-names.ts'
import type { LiveState } from './live-state.ts'

/** 1, 2, 4, 8, 16 s, then polling every 30 s, each up to a fifth longer so that browsers do not all reconnect at once. */
const pollingMs = 30_000
const maxAttempts = 5

/** Milliseconds before the given attempt (0 is the first); null when it is time to poll instead. */
export const reconnectDelayMs = (attempt: number, random: () => number = Math.random): number | null =>
  attempt < maxAttempts ? 1_000 * 2 ** attempt * (1 + random() * 0.2) : null

export interface LiveOptions {
  /** Opens a socket with a fresh ticket; rejects if the server grants none. */
  open: () => Promise<WebSocket>
  onEvent: (event: LiveEvent) => void
  /** The socket is open; earlier changes may have been missed. */
  onOpen: () => void
  /** Called every 30 s while there is no socket. */
  onPoll: () => void
  onState?: (state: LiveState) => void
  /** The message sent when the socket opens and every 25 s. A server that answers one of them must answer all. */
  heartbeat: () => LiveMessage
}

export interface LiveConnection {
  /** Returns false if there is no open socket. */
  send(message: LiveMessage): boolean
  /** True when this server confirms messages. */
  answers(): boolean
  /** Retries at once instead of after the delay (the network is back). */
  retryNow(): void
  end(): void
}

const heartbeatMs = 25_000
/** How long a socket may take to open, or a server to answer, before the socket is given up. */
const patienceMs = 10_000

/** A message of our server, or a bare notification as other servers send it. */
const readEvent = (data: unknown): LiveEvent | null => {
  try {
    const raw: unknown = JSON.parse(String(data))
    const event = LiveEvent.safeParse(raw)
    if (event.success) return event.data
    const bare = Notification.safeParse(readWireNames(raw, 'first'))
    if (bare.success && bare.data.title + bare.data.message !== '') return { type: 'notification', data: bare.data }
  } catch {
    // Falls through to the log line below.
  }
  console.warn('A live message could not be read')
  return null
}

type LiveSocket = Pick<LiveConnection, 'send' | 'answers'> & { close: () => void }

type LiveSocketOptions = Pick<LiveOptions, 'onEvent' | 'onOpen' | 'heartbeat'> & { onLost: () => void }

/** Keeps the heartbeat of one socket going. A socket that does not open or no longer answers counts as lost. */
const watchSocket = (socket: WebSocket, { onEvent, onOpen, heartbeat, onLost }: LiveSocketOptions): LiveSocket => {
  let isOpen = false
  let answers = false
  let patience: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setInterval> | undefined

  const close = () => {
    clearTimeout(patience)
    clearInterval(beat)
    isOpen = false
    socket.onopen = socket.onclose = socket.onmessage = null
    socket.close()
  }

  const lost = () => {
    close()
    onLost()
  }

  const expectAnswer = () => {
    clearTimeout(patience)
    patience = setTimeout(lost, patienceMs)
  }

  const send = (message: LiveMessage): boolean => {
    if (!isOpen) return false
    socket.send(JSON.stringify(message))
    // A half-open connection looks open for minutes; only the missing answer shows that it is dead.
    if (answers) expectAnswer()
    return true
  }

  socket.onmessage = ({ data }) => {
    clearTimeout(patience)
    const event = readEvent(data)
    if (event?.type === 'heard') answers = true
    if (event) onEvent(event)
  }
  socket.onerror = () => console.warn('The live connection failed')
  socket.onclose = lost
  socket.onopen = () => {
    clearTimeout(patience)
    isOpen = true
    send(heartbeat())
    beat = setInterval(() => send(heartbeat()), heartbeatMs)
    onOpen()
  }
  expectAnswer()
  return { send, answers: () => isOpen && answers, close }
}

/** Keeps one live socket open: back-off from 1 to 16 s, then polling every 30 s with a new attempt each time. */
export const connectLive = (options: LiveOptions): LiveConnection => {
  const { open, onEvent, onOpen, onPoll, onState, heartbeat } = options
  let socket: LiveSocket | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let connecting = false
  let ended = false

  const retryLater = () => {
    socket = null
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

  const opened = () => {
    attempt = 0
    onState?.('open')
    onOpen()
  }

  const connect = async () => {
    if (connecting || socket || ended) return
    connecting = true
    try {
      const next = await open()
      if (ended) return next.close()
      socket = watchSocket(next, { onEvent, onOpen: opened, heartbeat, onLost: retryLater })
    } catch {
      retryLater()
    } finally {
      connecting = false
    }
  }

  onState?.('connecting')
  void connect()
  return {
    send: (message) => socket?.send(message) ?? false,
    answers: () => socket?.answers() ?? false,
    retryNow: () => {
      if (ended || socket || connecting) return
      clearTimeout(retry)
      void connect()
    },
    end: () => {
      ended = true
      clearTimeout(retry)
      socket?.close()
      socket = null
    },
  }
}
