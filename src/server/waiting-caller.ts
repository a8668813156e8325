import { AsyncLocalStorage } from 'node:async_hooks'

/** Nobody waits for the answer any more: what was being read for it is not read on. Nothing went wrong here. */
export class CallerLeftError extends Error {
  override readonly name = 'CallerLeftError'
}

const callers = new AsyncLocalStorage<AbortSignal | null>()

/** Reads inside `work` end when `signal` says that its caller has left: none begins, none waits for its turn. Writes go on. */
export const whileAwaited = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => callers.run(signal, work)

/** For what others wait for too: it goes on when the caller that began it has left. */
export const forEverybody = <T>(work: () => Promise<T>): Promise<T> => callers.run(null, work)

/** Says when whoever waits for this has left; null = somebody always waits. */
export const callerSignal = (): AbortSignal | null => callers.getStore() ?? null

export const assertAwaited = (signal: AbortSignal | null | undefined): void => {
  if (signal?.aborted) throw new CallerLeftError('The caller left before this was read')
}
