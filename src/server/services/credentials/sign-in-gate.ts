import { AppError } from '../../errors.ts'
import { assertAwaited, CallerLeftError } from '../../waiting-caller.ts'
import { maxRunning } from './password-hash.ts'

/** One more than hash their passwords: it is counted and looked up meanwhile. */
export const mostAtWork = maxRunning + 1
/** With the work that follows, this ends before the time limit of a request. */
const mostWaitMs = 25_000
/** A sign-in that waits holds its request and its connection, less than 100 KB. */
const mostWaiting = 500
/** Every third place belongs to people whom the server does not know, so that known ones cannot keep them out. */
const placesUntilUnknown = 3

/** Who wants to sign in. */
export interface Comer {
  /** The id of an account on a device on which it has signed in before (`findKnownDevice`); null = not known. */
  readonly knownId: string | null
  /** null = unknown. All such callers take their turns together. */
  readonly address: string | null
  /** Aborted when the caller has left. */
  readonly signal?: AbortSignal | undefined
}

interface Waiting {
  readonly begin: () => void
  readonly refuse: (reason: Error) => void
}

/** Created only once, because collecting a stack trace takes a sixth of the cost of a refusal. */
const refusal = new AppError('unavailable', 'Many people are signing in right now. Try again in a few seconds.', {
  cause: new Error('Too many sign-ins are waiting'),
  retryAfterSeconds: 5,
})

const remove = <T>(all: T[], one: T): void => void all.splice(all.indexOf(one), 1)

/**
 * Lets a few sign-ins work at once. The others wait: accounts on devices that they know first, then one of each address in turn, so that
 * many attempts from one address delay only each other. A sign-in that has waited for 25 s is refused with 503. When 500 wait and one
 * more comes, the last one of the address with the most of them is refused; that may be the one that comes.
 */
export class SignInGate {
  #running = 0
  #places = 0
  readonly #known = new Map<string, Waiting>()
  /** By address; the one whose turn is next comes first. None is empty. */
  readonly #others = new Map<string, Waiting[]>()

  /** Whether a sign-in would begin at once. */
  get isFree(): boolean {
    return this.#running < mostAtWork
  }

  /** How many wait. */
  get waiting(): number {
    return [...this.#others.values()].reduce((sum, line) => sum + line.length, this.#known.size)
  }

  /** Throws without calling `work` when the sign-in is refused or its caller leaves before its turn. */
  async pass<T>(comer: Comer, work: () => Promise<T>): Promise<T> {
    if (this.isFree) this.#running += 1
    else await this.#wait(comer)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #wait({ knownId, address, signal }: Comer): Promise<void> {
    assertAwaited(signal)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const isKnown = knownId !== null && !this.#known.has(knownId)
    const place = isKnown ? knownId : (address ?? '')
    if (!this.#makeRoom(isKnown ? null : place)) throw refusal
    const settle = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
    const waiting: Waiting = {
      begin: () => {
        settle()
        resolve()
      },
      refuse: (reason) => {
        settle()
        reject(reason)
      },
    }
    const giveUp = (reason: Error): void => {
      if (isKnown) this.#known.delete(place)
      else this.#takeOut(place, waiting)
      waiting.refuse(reason)
    }
    const leave = (): void => giveUp(new CallerLeftError('The caller left before the turn of this sign-in'))
    const timer = setTimeout(giveUp, mostWaitMs, refusal)
    signal?.addEventListener('abort', leave)
    if (isKnown) this.#known.set(place, waiting)
    else this.#others.set(place, [...(this.#others.get(place) ?? []), waiting])
    return promise
  }

  #takeOut(address: string, waiting: Waiting): void {
    const line = this.#others.get(address) ?? []
    remove(line, waiting)
    if (line.length === 0) this.#others.delete(address)
  }

  /** When all places are taken, the last one of the address with the most of them is refused; false = that is the new one itself. */
  #makeRoom(address: string | null): boolean {
    if (this.waiting < mostWaiting) return true
    const [longest, line] = [...this.#others].reduce<[string, Waiting[]]>(
      (a, b) => (b[1].length > a[1].length ? b : a),
      ['', []],
    )
    const last = line.at(-1)
    const own = address === null ? 0 : (this.#others.get(address)?.length ?? 0) + 1
    if (!last || own >= line.length) return false
    this.#takeOut(longest, last)
    last.refuse(refusal)
    return true
  }

  /** Gives the place to the next one. */
  #leave(): void {
    this.#places += 1
    const [knownId, known] = this.#known.entries().next().value ?? []
    const [address, line] = this.#others.entries().next().value ?? []
    if (knownId !== undefined && known && (!line || this.#places % placesUntilUnknown > 0)) {
      this.#known.delete(knownId)
      known.begin()
    } else if (address !== undefined && line) {
      const [next, ...rest] = line
      this.#others.delete(address)
      if (rest.length > 0) this.#others.set(address, rest)
      next?.begin()
    } else this.#running -= 1
  }
}

/** Before the first query of a sign-in, so that many sign-ins wait here and do not delay other queries. */
export const signInGate = new SignInGate()
