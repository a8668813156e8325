import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown when no caller waits for the answer any more, so that its reading stops. It is not a failure of the server. */
export class CallerLeftError extends Error {
  override readonly name = 'CallerLeftError'
}

/** Signals that the caller has left; null = the work goes on in any case. */
interface Caller {
  readonly reading: AbortSignal | null
  readonly computing: AbortSignal | null
}

const callers = new AsyncLocalStorage<Caller>()

/** Reads and computations inside `work` end when `signal` says that the caller has left: none begins or waits for its turn. Writes go on. */
export const whileAwaited = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  callers.run({ reading: signal, computing: signal }, work)

/** For a request that changes something: what it computes before that ends when its caller has left, everything else goes on. */
export const computingFor = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  callers.run({ reading: null, computing: signal }, work)

/** For work that other callers wait for too: it goes on when the first caller has left. */
export const forEverybody = <T>(work: () => Promise<T>): Promise<T> =>
  callers.run({ reading: null, computing: null }, work)

/** The signal that the caller of a reading has left; null = it always goes on. */
export const callerSignal = (): AbortSignal | null => callers.getStore()?.reading ?? null

/** The signal that the caller of a computation has left; null = it always goes on. */
export const computingSignal = (): AbortSignal | null => callers.getStore()?.computing ?? null

export const assertAwaited = (signal: AbortSignal | null | undefined): void => {
  if (signal?.aborted) throw new CallerLeftError('The caller left before this was read')
}

/** Work that several callers wait for. It ends when the last of them has left. */
export class SharedWork<T> {
  readonly #left = new AbortController()
  readonly #work: Promise<T>
  #waiting = 0

  constructor(work: () => Promise<T>) {
    this.#work = whileAwaited(this.#left.signal, work)
    this.#work.catch(() => undefined)
  }

  /** True when it was given up because all of its callers had left. */
  get isGivenUp(): boolean {
    return this.#left.signal.aborted
  }

  /** The outcome, for nobody who waits for it. */
  get settled(): Promise<T> {
    return this.#work
  }

  /** The result, for the caller in whose context this is called. Until it is there, the caller counts as waiting unless it leaves. */
  async result(): Promise<T> {
    const signal = computingSignal()
    const leave = (): void => {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#left.abort(new CallerLeftError('All callers have left'))
    }
    this.#waiting += 1
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await this.#work
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
}
