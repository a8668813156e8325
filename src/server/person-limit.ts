import { RateLimitedError } from './errors.ts'

/** After how long somebody may try again, in seconds. */
const tryAgainAfter = 2

/** Counts what each person has under way on this server, and refuses more than `most` of it at a time with 429. */
export class PersonLimit {
  readonly #most: number
  readonly #sentence: string
  readonly #underWay = new Map<string, number>()

  /** `sentence`: for the reader who has too much under way. */
  constructor(most: number, sentence: string) {
    this.#most = most
    this.#sentence = sentence
  }

  /** How many people have something under way. */
  get people(): number {
    return this.#underWay.size
  }

  /** Counts one more, until the returned function is called. Throws 429. */
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
