import { UnavailableError } from '../../errors.ts'
import { assertAwaited, CallerLeftError } from '../../waiting-caller.ts'
import type { Turn } from '../engine.ts'

interface Waiting {
  readonly enter: () => void
  readonly sinceMs: number
}

/** After this wait, long work takes every second turn, however much short work there is. */
const patienceMs = 250

/**
 * Gives one resource to one taker at a time, in the order requested; short work overtakes long work. So a short taker
 * waits for at most one long turn, not for all the lists that browsers request when a plan changes.
 */
export class Exclusive {
  #held = false
  #last: Turn = 'short'
  readonly #waiting: Record<Turn, Waiting[]> = { short: [], long: [] }

  /**
   * Resolves with the release function when it is this caller's turn. Throws `UnavailableError` after `waitMs`, and
   * `CallerLeftError` as soon as `signal` says that nobody waits any more.
   */
  async take(waitMs: number, turn: Turn = 'short', signal?: AbortSignal | null): Promise<() => void> {
    assertAwaited(signal)
    if (!this.#held) return this.#enter(turn)
    return new Promise((resolve, reject) => {
      const queue = this.#waiting[turn]
      const waiting = {
        sinceMs: performance.now(),
        enter: () => {
          stopWaiting()
          resolve(this.#enter(turn))
        },
      }
      const giveUp = (reason: Error) => {
        stopWaiting()
        queue.splice(queue.indexOf(waiting), 1)
        reject(reason)
      }
      const leave = () => giveUp(new CallerLeftError('The caller left the queue at the database'))
      const timer = setTimeout(
        () => giveUp(new UnavailableError(new Error(`No turn at the database within ${waitMs} ms`))),
        waitMs,
      )
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', leave)
      }
      signal?.addEventListener('abort', leave)
      queue.push(waiting)
    })
  }

  /** Whether nobody has the resource, and how many wait for it. */
  state(): { readonly isFree: boolean; readonly waiting: number } {
    const { short, long } = this.#waiting
    return { isFree: !this.#held, waiting: short.length + long.length }
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
