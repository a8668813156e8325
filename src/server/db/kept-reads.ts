import type { ChangeClock } from './change-clock.ts'

/**
 * The state of the database at the time of a request: on the embedded database the number of the clock, on PostgreSQL the
 * text of `pg_current_snapshot()` (and the start time of the server), which changes with every commit. null = not known.
 */
export type StateMark = number | string | null

/** The states at the time of a request, for answers that depend on different data. */
export interface StateMarks {
  /** The state of the whole database. */
  readonly all: StateMark
  /** The change number of one organization (`shop-changes.ts`); on the embedded database the same as `all`. */
  readonly shop: StateMark
}

export interface Asked {
  /** Identifies the read, with everything that it depends on besides the database. */
  readonly key: string
  /** The state when the caller asked. A result from before a change is never given to a caller who asks after it. */
  readonly at: StateMark
  /** The organizations and sessions that the result depends on. Known after the read at the latest. */
  readonly about: readonly string[]
}

interface Kept {
  readonly at: StateMark
  readonly about: readonly string[]
  readonly value: Promise<unknown>
  bytes: number
}

/** `about` of a system write that changes no kept result: counted attempts, claimed runs. */
export const unkept = 'unkept'

const mostBytes = 16 * 1024 * 1024
/** Limit for one result, so that it cannot displace all others. */
const mostBytesEach = mostBytes / 4
/** Estimated size of the maps, keys and promises of one entry. */
const overheadBytes = 1_024

/**
 * Keeps recent results of reads as long as a new read would certainly give the same. Limited by bytes; the least recently
 * used results are dropped first.
 */
export class KeptReads {
  readonly #clock: ChangeClock | null
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** `clock`: null where other processes write to the same database. */
  constructor(clock: ChangeClock | null) {
    this.#clock = clock
  }

  /** The current state as far as this process knows it. */
  now(): StateMark {
    return this.#clock?.now() ?? null
  }

  /** The result kept under this key, if it cannot have changed. */
  find<T>(key: string, at: StateMark): Promise<T> | null {
    const known = this.#kept.get(key)
    if (!known) return null
    if (!this.#isFresh(known, at)) {
      // A clock never goes back, but the snapshot of another caller may be older than ours.
      if (this.#clock) this.#drop(key, known)
      return null
    }
    this.#kept.delete(key)
    this.#kept.set(key, known)
    return known.value as Promise<T>
  }

  /** Keeps a read that is under way, so that other callers wait for it; `bytes` returns the size of the result. */
  keep<T>({ key, at, about }: Asked, value: Promise<T>, bytes: (value: T) => number): void {
    if (at === null) return
    const before = this.#kept.get(key)
    if (before) this.#drop(key, before)
    const kept: Kept = { at, about, value, bytes: overheadBytes }
    this.#kept.set(key, kept)
    this.#bytes += kept.bytes
    value.then(
      (read) => this.#weigh(key, kept, bytes(read)),
      () => this.#drop(key, kept),
    )
  }

  /** Total size of all kept results, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  #isFresh(known: Kept, at: StateMark): boolean {
    if (this.#clock) return typeof known.at === 'number' && this.#clock.isUnchanged(known.about, known.at)
    return at !== null && known.at === at
  }

  #weigh(key: string, kept: Kept, bytes: number): void {
    if (this.#kept.get(key) !== kept) return
    if (bytes > mostBytesEach) {
      this.#drop(key, kept)
      return
    }
    kept.bytes += bytes
    this.#bytes += bytes
    for (const [oldest, entry] of this.#kept) {
      if (this.#bytes <= mostBytes) return
      this.#drop(oldest, entry)
    }
  }

  #drop(key: string, kept: Kept): void {
    if (this.#kept.get(key) !== kept) return
    this.#kept.delete(key)
    this.#bytes -= kept.bytes
  }
}
