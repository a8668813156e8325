import type { ChangeClock } from './change-clock.ts'

/**
 * The state of the database at which somebody asked: on the embedded database the clock's, on PostgreSQL the text of
 * `pg_current_snapshot()` (and since when the server runs), another one as soon as anything anywhere was committed.
 * null = not known.
 */
export type StateMark = number | string | null

/** The state when somebody asked, as different answers depend on it. */
export interface StateMarks {
  /** Of everything in the database. */
  readonly all: StateMark
  /** Of what the screens of one organization draw: its change number (`shop-changes.ts`). On the embedded database the same. */
  readonly shop: StateMark
}

export interface Asked {
  /** Names what is read, with everything that it depends on beside the database. */
  readonly key: string
  /** The state when the caller asked: what was read before something changed is never given to whoever asks after it. */
  readonly at: StateMark
  /** What else than the system's own records may change it: organizations, sessions. Known after the reading at the latest. */
  readonly about: readonly string[]
}

interface Kept {
  readonly at: StateMark
  readonly about: readonly string[]
  readonly value: Promise<unknown>
  bytes: number
}

/** What a write of the system path is about that changes nothing which is ever kept: counted attempts, claimed runs. */
export const unkept = 'unkept'

const mostBytes = 32 * 1024 * 1024
/** One answer may not throw all others out. */
const mostBytesEach = mostBytes / 8
/** Maps, keys and promises of one entry. */
const overheadBytes = 1_024

/**
 * What was read a moment ago, for as long as it is certain that reading it again would give the same. Bounded by bytes;
 * what was used longest ago goes first.
 */
export class KeptReads {
  readonly #clock: ChangeClock | null
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  /** `clock`: null where other processes write to the same database. */
  constructor(clock: ChangeClock | null) {
    this.#clock = clock
  }

  /** The present state as far as this process can tell. */
  now(): StateMark {
    return this.#clock?.now() ?? null
  }

  /** What was kept in this place, if nothing of it can have changed. */
  find<T>(key: string, at: StateMark): Promise<T> | null {
    const known = this.#kept.get(key)
    if (!known) return null
    if (!this.#isFresh(known, at)) {
      // A clock does not go back; another's snapshot may be older than ours.
      if (this.#clock) this.#drop(key, known)
      return null
    }
    this.#kept.delete(key)
    this.#kept.set(key, known)
    return known.value as Promise<T>
  }

  /** Keeps what is being read, so that whoever asks meanwhile waits for it; `bytes` says how large it has become. */
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

  /** Of all that is kept, in bytes. */
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
