import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown when no caller waits for the answer any more, so that its reading stops. It is not a failure of the server. */
export class CallerLeftError extends Error {
  override readonly name = 'CallerLeftError'
}

const callers = new AsyncLocalStorage<AbortSignal | null>()

/** Reads inside `work` end when `signal` says that the caller has left: none begins or waits for its turn. Writes go on. */
export const whileAwaited = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => callers.run(signal, work)

/** For work that other callers wait for too: it goes on when the first caller has left. */
export const forEverybody = <T>(work: () => Promise<T>): Promise<T> => callers.run(null, work)

/** The signal that the caller has left; null = the work always goes on. */
export const callerSignal = (): AbortSignal | null => callers.getStore() ?? null

export const assertAwaited = (signal: AbortSignal | null | undefined): void => {
  if (signal?.aborted) throw new CallerLeftError('The caller left before this was read')
}
