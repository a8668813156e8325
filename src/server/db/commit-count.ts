/**
 * Counts the commits of this process, so that a value read from the database can be used again until the next one. Valid only
 * where this process is the sole writer and counts every transaction that can write (all but `begin read only`).
 */
export class CommitCount {
  #count = 0
  #underWay = 0

  /** The commits so far; null while one is under way, because nobody knows yet which state of the database is in force. */
  now(): number | null {
    return this.#underWay === 0 ? this.#count : null
  }

  /** Call before a commit is sent; call the result when its outcome is known or lost. */
  begin(): () => void {
    this.#underWay += 1
    return () => {
      this.#underWay -= 1
      this.#count += 1
    }
  }
}

/** Values that were read from the database, each valid until the next commit. */
export class UntilNextCommit<T> {
  readonly #most: number
  readonly #values = new Map<string, T>()
  #asOf: number | null = null

  /** `most`: with so many values, the next one replaces all of them. */
  constructor(most: number) {
    this.#most = most
  }

  /** The value stored under a key, if nothing was committed since. `now`: the commits at present (`OpenDatabase.commits`). */
  find(key: string, now: number | null): T | undefined {
    return now !== null && now === this.#asOf ? this.#values.get(key) : undefined
  }

  /** Stores a value. `asOf`: the commits when its reading began; null = unknown, and nothing is stored. */
  store(key: string, asOf: number | null, value: T): void {
    if (asOf === null || asOf < (this.#asOf ?? 0)) return
    if (asOf !== this.#asOf || this.#values.size >= this.#most) this.#values.clear()
    this.#asOf = asOf
    this.#values.set(key, value)
  }
}
