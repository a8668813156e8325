import { UnavailableError } from '../../errors.ts'

/** Hands one thing to one taker at a time, in the order asked. */
export class Exclusive {
  #held = false
  readonly #waiting: (() => void)[] = []

  /** Resolves with the release once it is this caller's turn; throws `UnavailableError` after `waitMs`. */
  take(waitMs: number): Promise<() => void> {
    if (!this.#held) {
      this.#held = true
      return Promise.resolve(this.#releaseOnce())
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve(this.#releaseOnce())
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(new UnavailableError(new Error(`No turn at the database within ${waitMs} ms`)))
      }, waitMs)
      this.#waiting.push(enter)
    })
  }

  #releaseOnce(): () => void {
    let released = false
    return () => {
      if (released) return
      released = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#held = false
    }
  }
}
