/** The person who asks, and the organization. */
export interface Asker {
  readonly tenantId: string
  readonly userId: string
}

/**
 * A queue for a number of places, with at most one place for each organization. Organizations take turns, and so do the people of an
 * organization: many questions of one person delay only the other questions of that person.
 */
export class FairTurns {
  readonly #places: number
  readonly #running = new Set<string>()
  /** Waiting questions by organization and person, the next one first. No list is empty. */
  readonly #waiting = new Map<string, Map<string, (() => void)[]>>()

  constructor(places: number) {
    this.#places = places
  }

  /** Number of waiting questions. */
  get waiting(): number {
    let count = 0
    for (const people of this.#waiting.values()) for (const line of people.values()) count += line.length
    return count
  }

  /** Resolves with the function that gives the place back. Rejects with the reason of `signal` when that is aborted before its turn. */
  take(asker: Asker, signal: AbortSignal): Promise<() => void> {
    const { tenantId, userId } = asker
    if (signal.aborted) return Promise.reject(signal.reason)
    if (this.#running.size < this.#places && !this.#running.has(tenantId)) return Promise.resolve(this.#enter(asker))
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave)
        resolve(this.#enter(asker))
      }
      const leave = (): void => {
        this.#takeOut(asker, begin)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      const people = this.#waiting.get(tenantId) ?? new Map<string, (() => void)[]>()
      this.#waiting.set(tenantId, people)
      people.set(userId, [...(people.get(userId) ?? []), begin])
    })
  }

  #enter(asker: Asker): () => void {
    this.#running.add(asker.tenantId)
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      this.#running.delete(asker.tenantId)
      this.#putLast(asker)
      this.#next()
    }
  }

  #next(): void {
    for (const [tenantId, people] of this.#waiting) {
      const [userId, [begin]] = people.entries().next().value ?? ['', []]
      if (this.#running.has(tenantId) || !begin) continue
      this.#takeOut({ tenantId, userId }, begin)
      begin()
      return
    }
  }

  /** Puts the organization and the person that had a turn at the end of the queue. */
  #putLast({ tenantId, userId }: Asker): void {
    const people = this.#waiting.get(tenantId)
    if (!people) return
    this.#waiting.delete(tenantId)
    this.#waiting.set(tenantId, people)
    const own = people.get(userId)
    if (!own) return
    people.delete(userId)
    people.set(userId, own)
  }

  #takeOut({ tenantId, userId }: Asker, one: () => void): void {
    const people = this.#waiting.get(tenantId)
    const rest = (people?.get(userId) ?? []).filter((each) => each !== one)
    if (rest.length > 0) people?.set(userId, rest)
    else people?.delete(userId)
    if (people?.size === 0) this.#waiting.delete(tenantId)
  }
}
