import { LiveEvent } from '#contract/live-events.ts'
import { pollingMs, reconnectDelayMs } from './back-off.ts'

export interface LiveOptions {
  /** Opens a socket with a fresh ticket; rejects when the server gives none. */
  open: () => Promise<WebSocket>
  onEvent: (event: LiveEvent) => void
  /** The socket is open again after a gap: what happened meanwhile is unknown. */
  onCatchUp: () => void
  /** Every 30 s while there is no socket. */
  onPoll: () => void
}

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

/** Keeps one live socket open: back-off 1 to 16 s, then polling every 30 s with a new try each time. Returns what ends it. */
export const connectLive = ({ open, onEvent, onCatchUp, onPoll }: LiveOptions): (() => void) => {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let gap = false
  let ended = false

  const lost = () => {
    socket = null
    if (ended) return
    gap = true
    const delayMs = reconnectDelayMs(attempt)
    attempt += 1
    timer = setTimeout(() => {
      if (delayMs === null) onPoll()
      void connect()
    }, delayMs ?? pollingMs)
  }

  const connect = async () => {
    try {
      const opened = await open()
      if (ended) return opened.close()
      socket = opened
      opened.onmessage = ({ data }) => {
        const event = readEvent(data)
        if (event) onEvent(event)
      }
      opened.onerror = () => console.warn('The live connection failed')
      opened.onclose = lost
      opened.onopen = () => {
        attempt = 0
        if (gap) onCatchUp()
        gap = false
      }
    } catch {
      lost()
    }
  }

  void connect()
  return () => {
    ended = true
    clearTimeout(timer)
    socket?.close()
  }
}
