interface ClockJob {
  readonly firstAfterMs: number
  readonly everyMs: number
  /** One round; rounds never overlap. It handles its own errors. `signal` aborts when the job closes. */
  readonly round: (signal: AbortSignal) => Promise<void>
}

/** Does rounds by the clock, whether or not anything has happened. `close` aborts the current round and waits for it. */
export const clockJob = ({ firstAfterMs, everyMs, round }: ClockJob): { close(): Promise<void> } => {
  const stop = new AbortController()
  let working: Promise<void> | null = null
  const begin = () => {
    if (stop.signal.aborted) return
    working ??= round(stop.signal).finally(() => {
      working = null
    })
  }
  const first = setTimeout(begin, firstAfterMs).unref()
  const rounds = setInterval(begin, everyMs).unref()
  return {
    close: async () => {
      stop.abort()
      clearTimeout(first)
      clearInterval(rounds)
      await working
    },
  }
}
