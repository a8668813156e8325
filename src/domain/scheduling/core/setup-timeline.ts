import type { CoreBooking } from './core-problem.ts'

/** Changeovers of a resource that runs one operation at a time. Families are numbers below `families`. */
export interface CoreSetup {
  families: number
  /** Work from one family to another, at from * families + to. */
  times: Float64Array
  /** Family of the last operation before the problem begins, and the work at which it ended; -Infinity = none. */
  firstFamily: number
  firstEnd: number
}

/** Fixed work on a resource with changeovers. */
export interface SetupBooking {
  from: number
  to: number
  family: number
}

/**
 * The work on a resource with changeovers, in order. An operation fits if there is room for the changeover to it, the operation, and the
 * changeover to the next one. Overlapping fixed operations form one entry, with a first and a last family.
 */
export class SetupTimeline {
  readonly #setup: CoreSetup
  #from = new Float64Array(16)
  #to = new Float64Array(16)
  #firstFamily = new Int32Array(16)
  #lastFamily = new Int32Array(16)
  #count = 1
  /** Total work of changeovers. */
  total = 0
  /** Number of changeovers with less time than they need. */
  short = 0

  constructor(setup: CoreSetup, bookings: readonly SetupBooking[]) {
    this.#setup = setup
    this.#from[0] = -Infinity
    this.#to[0] = setup.firstEnd
    this.#lastFamily[0] = setup.firstFamily
    const inOrder = bookings.toSorted((a, b) => a.from - b.from || a.to - b.to || a.family - b.family)
    for (const { from, to, family } of inOrder) {
      const last = this.#count - 1
      if (!(to > from)) continue
      if (from >= this.#to[last]) this.book(from, to, family)
      else if (to >= this.#to[last]) {
        this.#to[last] = to
        this.#lastFamily[last] = family
      }
    }
  }

  copyFrom(other: SetupTimeline): void {
    this.#reserve(other.#count)
    this.#from.set(other.#from.subarray(0, other.#count))
    this.#to.set(other.#to.subarray(0, other.#count))
    this.#firstFamily.set(other.#firstFamily.subarray(0, other.#count))
    this.#lastFamily.set(other.#lastFamily.subarray(0, other.#count))
    this.#count = other.#count
    this.total = other.total
    this.short = other.short
  }

  /** The first work >= `from` at which an operation of this family fits, with the changeovers before and after it. */
  earliestFit(from: number, length: number, family: number): number {
    if (from === Infinity) return Infinity
    const last = this.#count - 1
    for (let i = this.#indexOf(from); ; i++) {
      // Most gaps are too short even without a changeover.
      if (i < last && this.#from[i + 1] - this.#to[i] < length) continue
      const at = Math.max(from, this.#to[i] + this.#time(i, family))
      if (i === last) return at
      if (at + length + this.#timeBetween(family, this.#firstFamily[i + 1]) <= this.#from[i + 1]) return at
    }
  }

  /**
   * The first work after everything that prevents an operation of this family in [from, to), changeover included; -Infinity = nothing does.
   */
  busyUntil(from: number, to: number, family: number): number {
    let i = this.#indexOf(from)
    if (this.#to[i] + this.#time(i, family) <= from) {
      i++
      if (i === this.#count || to + this.#timeBetween(family, this.#firstFamily[i]) <= this.#from[i]) return -Infinity
    }
    for (; ; i++) {
      const at = this.#to[i] + this.#time(i, family)
      if (i + 1 === this.#count || at <= this.#from[i + 1]) return at
    }
  }

  /** The first work >= `from` at which the resource is idle. */
  freeFrom(from: number): number {
    let at = from
    for (let i = this.#indexOf(from); i < this.#count && this.#from[i] <= at; i++) at = Math.max(at, this.#to[i])
    return at
  }

  /** The changeover to an operation of this family that starts at work `at`. */
  changeoverTo(at: number, family: number): number {
    return this.#time(this.#indexOf(at), family)
  }

  book(from: number, to: number, family: number): void {
    const at = this.#indexOf(from) + 1
    this.#reserve(this.#count + 1)
    this.#tally(at - 1, -1)
    this.#shift(at, 1)
    this.#from[at] = from
    this.#to[at] = to
    this.#firstFamily[at] = family
    this.#lastFamily[at] = family
    this.#count++
    this.#tally(at - 1, 1)
    this.#tally(at, 1)
  }

  /** Removes the operation that starts at `from`. */
  remove(from: number): void {
    const at = this.#indexOf(from)
    this.#tally(at - 1, -1)
    this.#tally(at, -1)
    this.#shift(at + 1, -1)
    this.#count--
    this.#tally(at - 1, 1)
  }

  /** Adds the changeover after entry `i` to the totals, or subtracts it. */
  #tally(i: number, sign: 1 | -1): void {
    if (i + 1 >= this.#count) return
    const time = this.#time(i, this.#firstFamily[i + 1])
    this.total += sign * time
    if (this.#to[i] + time > this.#from[i + 1]) this.short += sign
  }

  /** The changeover from entry `i` to a family. Without a known first family, none is needed. */
  #time(i: number, family: number): number {
    return this.#to[i] === -Infinity ? 0 : this.#timeBetween(this.#lastFamily[i], family)
  }

  #timeBetween(from: number, to: number): number {
    return this.#setup.times[from * this.#setup.families + to]
  }

  /** The last entry that starts at or before `at`. */
  #indexOf(at: number): number {
    let [low, high] = [0, this.#count]
    // Most plans are built forward in time.
    if (this.#from[high - 1] <= at) return high - 1
    while (low + 1 < high) {
      const middle = (low + high) >> 1
      if (this.#from[middle] <= at) low = middle
      else high = middle
    }
    return low
  }

  /** Shifts the entries from `from` on by one position. */
  #shift(from: number, by: 1 | -1): void {
    for (const column of [this.#from, this.#to, this.#firstFamily, this.#lastFamily]) {
      column.copyWithin(from + by, from, this.#count)
    }
  }

  #reserve(size: number): void {
    if (size <= this.#from.length) return
    const grown = <A extends Float64Array | Int32Array>(column: A, next: A): A => {
      next.set(column)
      return next
    }
    this.#from = grown(this.#from, new Float64Array(size * 2))
    this.#to = grown(this.#to, new Float64Array(size * 2))
    this.#firstFamily = grown(this.#firstFamily, new Int32Array(size * 2))
    this.#lastFamily = grown(this.#lastFamily, new Int32Array(size * 2))
  }
}

/** The timeline of a resource, in its current state and with only the fixed work. */
export interface Timeline {
  readonly now: SetupTimeline
  readonly booked: SetupTimeline
}

/** The timeline of a resource with its fixed work. */
export const timelineOf = (bookings: readonly CoreBooking[], setup: CoreSetup, resource: number): Timeline => {
  const fixed = bookings.filter((booking) => booking.resource === resource)
  const booked = new SetupTimeline(
    setup,
    fixed.map(({ from, to, family = 0 }) => ({ from, to, family })),
  )
  return { now: new SetupTimeline(setup, []), booked }
}
