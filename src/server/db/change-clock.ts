/** A number that counts the commits of this process. */
export type Moment = number

const everything = 'everything'
/** With more subjects than this, all subjects are forgotten, and everything counts as changed. */
const mostSubjects = 20_000

/**
 * Knows when a commit last touched each subject (an organization, a session). Valid only when this process is the sole
 * writer and every transaction that can write reports here (all but `begin read only`).
 */
export class ChangeClock {
  #now: Moment = 0
  readonly #changedAt = new Map<string, Moment>()
  /** Commits under way: until the answer to a commit arrives, nobody knows which state is in force. */
  readonly #committing = new Map<string, number>()

  now(): Moment {
    return this.#now
  }

  /** Call before a commit is sent; call the result when its outcome is known or lost. No subject = everything. */
  committing(subject: string = everything): () => void {
    this.#committing.set(subject, (this.#committing.get(subject) ?? 0) + 1)
    return () => {
      const left = (this.#committing.get(subject) ?? 1) - 1
      if (left > 0) this.#committing.set(subject, left)
      else this.#committing.delete(subject)
      this.#now += 1
      if (this.#changedAt.size >= mostSubjects) {
        this.#changedAt.clear()
        this.#changedAt.set(everything, this.#now)
      }
      this.#changedAt.set(subject, this.#now)
    }
  }

  /** True when the data of these subjects has not changed since the moment `since`. */
  isUnchanged(subjects: readonly string[], since: Moment): boolean {
    return [everything, ...subjects].every(
      (subject) => !this.#committing.has(subject) && (this.#changedAt.get(subject) ?? 0) <= since,
    )
  }
}
