export interface WatchOptions {
  /** Asks whether the server lives; false when it does not answer before the signal ends the question. */
  isThere: (signal: AbortSignal) => Promise<boolean>
  /** The server did not answer twice in a row. */
  onAway: () => void
  /** It answers again after having been away. */
  onBack: () => void
}

export interface ServerWatch {
  /** The socket is open: a sign of life, nothing has to be asked. */
  socketOpen(): void
  /** There is no socket, or none any more. */
  socketLost(): void
  /** The socket looks open, but the browser believes that it is offline. */
  doubt(): void
  end(): void
}

/** A server that restarts within a second is not missed. */
const firstMs = 1_000
/** An answer is waited for so long; a failed question is asked again when as much time has passed. */
const patienceMs = 1_500
/** Two silent questions in a row, so that the reader knows within 4 s of the loss. */
const silentMost = 2
const whileAwayMs = 2_000
/** The server answers although there is no socket, as behind a proxy that lets none through. */
const withoutSocketMs = 3_000

/** Asks the server whether it is there for as long as no socket says so. */
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
