import { UnavailableError } from '../../errors.ts'
import type { Turn } from '../engine.ts'

interface Waiting {
  readonly enter: () => void
  readonly sinceMs: number
}

/** From then on long work takes every second turn, however much short work there is. */
const patienceMs = 250

/**
 * Hands one thing to one taker at a time, in the order asked; short work overtakes long work. So a short taker waits for
 * one long turn at most, not for every list that all browsers ask for at once when a plan changes.
 */
export class Exclusive {
  #held = false
  #last: Turn = 'short'
  readonly #waiting: Record<Turn, Waiting[]> = { short: [], long: [] }

  /** Resolves with the release once it is this caller's turn; throws `UnavailableError` after `waitMs`. */
  take(waitMs: number, turn: Turn = 'short'): Promise<() => void> {
    if (!this.#held) return Promise.resolve(this.#enter(turn))
    return new Promise((resolve, reject) => {
      const queue = this.#waiting[turn]
      const waiting = {
        sinceMs: performance.now(),
        enter: () => {
          clearTimeout(timer)
          resolve(this.#enter(turn))
        },
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(new UnavailableError(new Error(`No turn at the database within ${waitMs} ms`)))
      }, waitMs)
      queue.push(waiting)
    })
  }

  #enter(turn: Turn): () => void {
    this.#held = true
    this.#last = turn
    let released = false
    return () => {
      if (released) return
      released = true
      this.#held = false
      this.#next()?.enter()
    }
  }

  #next(): Waiting | undefined {
    const { short, long } = this.#waiting
    const waitedMs = long[0] ? performance.now() - long[0].sinceMs : 0
    const longIsDue = waitedMs > patienceMs && this.#last === 'short'
    return (longIsDue ? long.shift() : short.shift()) ?? long.shift()
  }
}
