import { constants } from 'node:os'

/** Ctrl+C reaches every process of a terminal, and npm repeats it: signals within this time count as one request. */
const oneWishMs = 1_000

type Stop = (exitCode: number) => void

/**
 * Handles every request to stop from the first moment on, because process 1 of a container ignores unhandled signals.
 * During the start the process ends at once, and the database rolls back unfinished work. Returns a function that sets
 * how a running server stops. A second request reaches it too, a repeated signal does not.
 */
export const heedSignals = (exit: (code: number) => void = process.exit): ((stop: Stop) => void) => {
  let stop: Stop | null = null
  let askedMs: number | null = null
  const heed = (signal: 'SIGTERM' | 'SIGINT', isNewWish = true) => {
    if (stop === null) return exit(128 + constants.signals[signal])
    if (askedMs !== null && (!isNewWish || performance.now() - askedMs < oneWishMs)) return
    askedMs ??= performance.now()
    stop(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => heed(signal))
  // The parent process has ended: that is no reason to hurry a server that is stopping.
  process.on('disconnect', () => heed('SIGTERM', false))
  return (running) => {
    stop = running
  }
}
