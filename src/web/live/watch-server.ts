export interface WatchOptions {
  /** Checks whether the server answers; false if it does not answer before the signal aborts. */
  isThere: (signal: AbortSignal) => Promise<boolean>
  /** Called when the server has failed to answer twice in a row. */
  onAway: () => void
  /** Called when the server answers again. */
  onBack: () => void
}

export interface ServerWatch {
  /** Call this when the socket opens: no requests are necessary then. */
  socketOpen(): void
  /** Call this when there is no socket or it has closed. */
  socketLost(): void
  /** Call this when the socket looks open but the browser believes it is offline. */
  doubt(): void
  end(): void
}

/** The delay before the first request, so that a restart within a second is not reported. */
const firstMs = 1_000
/** Time limit for an answer, and the pause after a failed request. */
const patienceMs = 1_500
/** Two unanswered requests in a row, so that the user is notified within 4 s after the loss. */
const silentMost = 2
const whileAwayMs = 2_000
/** Pause between requests while the server answers without a socket, for example behind a proxy that blocks sockets. */
const withoutSocketMs = 3_000

/** Polls the server as long as there is no open socket. */
export const watchServer = ({ isThere, onAway, onBack }: WatchOptions): ServerWatch => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let question: AbortController | null = null
  let hasSocket = false
  let isAway = false
  let silent = 0

  const rest = () => {
    clearTimeout(timer)
    timer = undefined
    question?.abort()
    question = null
  }
  const heard = () => {
    silent = 0
    if (!isAway) return
    isAway = false
    onBack()
  }
  const askAfter = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(ask, delayMs)
  }
  const ask = async () => {
    timer = undefined
    const own = new AbortController()
    question = own
    const askedAtMs = performance.now()
    const patience = setTimeout(() => own.abort(), patienceMs)
    const answered = await isThere(own.signal).catch(() => false)
    clearTimeout(patience)
    if (question !== own) return
    question = null
    if (answered) {
      heard()
      if (!hasSocket) askAfter(withoutSocketMs)
      return
    }
    silent += 1
    if (silent >= silentMost && !isAway) {
      isAway = true
      onAway()
    }
    askAfter(isAway ? whileAwayMs : Math.max(0, askedAtMs + patienceMs - performance.now()))
  }
  const doubt = () => {
    if (timer === undefined && question === null) askAfter(firstMs)
  }

  return {
    socketOpen: () => {
      hasSocket = true
      rest()
      heard()
    },
    socketLost: () => {
      hasSocket = false
      doubt()
    },
    doubt,
    end: rest,
  }
}
