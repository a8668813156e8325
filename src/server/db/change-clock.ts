/** Counts commits of this process. */
export type Moment = number

const everything = 'everything'
/** Beyond that many subjects all are forgotten, which says of everything that it has changed. */
const mostSubjects = 20_000

/**
 * When each subject (an organization, a session) was last touched by a commit. It can vouch for what was read only where
 * this process is the only writer, and only because every transaction reports here that the database does not itself
 * keep from writing (`begin read only`).
 */
export class ChangeClock {
  #now: Moment = 0
  readonly #changedAt = new Map<string, Moment>()
  /** Commits under way: from when one is sent until its answer is here, nobody can say which state is in force. */
  readonly #committing = new Map<string, number>()

  now(): Moment {
    return this.#now
  }

  /** Call before a commit is sent, and the answer when its outcome is known, or known to be unknown. Without a subject: everything. */
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

  /** Whether what was read after `since` about these subjects is still what the database holds. */
  isUnchanged(subjects: readonly string[], since: Moment): boolean {
    return [everything, ...subjects].every(
      (subject) => !this.#committing.has(subject) && (this.#changedAt.get(subject) ?? 0) <= since,
    )
  }
}
