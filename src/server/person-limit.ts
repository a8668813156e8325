import { RateLimitedError } from './errors.ts'

/** Retry-After of a refusal, in seconds. */
const tryAgainAfter = 2

/** Counts the requests of each person that are under way on this server, and refuses more than `most` at a time with 429. */
export class PersonLimit {
  readonly #most: number
  readonly #sentence: string
  readonly #underWay = new Map<string, number>()

  /** `sentence`: the text of the refusal. */
  constructor(most: number, sentence: string) {
    this.#most = most
    this.#sentence = sentence
  }

  /** Number of people with a request under way. */
  get people(): number {
    return this.#underWay.size
  }

  /** Counts one request until the returned function is called. Throws 429. */
  enter(userId: string): () => void {
    const before = this.#underWay.get(userId) ?? 0
    if (before >= this.#most) throw new RateLimitedError(tryAgainAfter, this.#sentence)
    this.#underWay.set(userId, before + 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const others = (this.#underWay.get(userId) ?? 1) - 1
      if (others > 0) this.#underWay.set(userId, others)
      else this.#underWay.delete(userId)
    }
  }
}
