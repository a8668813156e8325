import { constants } from 'node:os'

/** Ctrl+C reaches every process of a terminal, and npm passes it on once more: within this time it is one wish. */
const oneWishMs = 1_000

type Stop = (exitCode: number) => void

/**
 * Hears every wish to stop, from the first moment on: as process 1 of a container, a signal that nobody handles does
 * nothing. While the server starts, the process ends at once: whatever is half done is rolled back by the database.
 * Returns where to say how a running server stops; a second wish reaches it too, a repeated signal does not.
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
  // Whoever started the server is gone: no reason to hurry one that is stopping.
  process.on('disconnect', () => heed('SIGTERM', false))
  return (running) => {
    stop = running
  }
}
