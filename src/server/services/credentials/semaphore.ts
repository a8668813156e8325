import { type AppError, UnavailableError } from '../../errors.ts'
import { assertAwaited, CallerLeftError, computingSignal } from '../../waiting-caller.ts'

interface Limits {
  /** Maximum number of concurrent jobs. */
  readonly running: number
  /** Maximum number of waiting jobs. One more is refused. */
  readonly waiting: number
}

/** Created only once, because collecting a stack trace takes a sixth of the cost of a refusal. */
const busy = new UnavailableError(new Error('Too many jobs wait for a semaphore'), 2)

/** Runs a few jobs at once, in the order of their arrival. */
export class Semaphore {
  readonly #limits: Limits
  readonly #refusal: AppError
  readonly #queue = new Set<() => void>()
  #running = 0

  constructor(limits: Limits, refusal: AppError = busy) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** Number of waiting jobs. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Throws the refusal when too many wait, and `CallerLeftError` when the caller leaves before the job begins. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) this.#running += 1
    else await this.#turn()
    try {
      return await job()
    } finally {
      const [next] = this.#queue
      if (next) next()
      else this.#running -= 1
    }
  }

  #turn(): Promise<void> {
    if (this.#queue.size >= this.#limits.waiting) throw this.#refusal
    const signal = computingSignal()
    assertAwaited(signal)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const begin = (): void => {
      this.#queue.delete(begin)
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = (): void => {
      this.#queue.delete(begin)
      reject(new CallerLeftError('The caller left before the turn of this job'))
    }
    this.#queue.add(begin)
    signal?.addEventListener('abort', leave, { once: true })
    return promise
  }
}
