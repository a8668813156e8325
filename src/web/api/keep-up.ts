import type { SinceQuery } from '#contract/since.ts'
import { ApiError } from './api-error.ts'

interface KeepUp<Held, Answer> {
  readonly ask: (query: SinceQuery) => Promise<Answer>
  /** Loads the function that merges an answer into the cached data (null if it does not fit), while the request is pending. */
  readonly takeIn: () => Promise<(held: Held | null, answer: Answer) => Held | null>
  /** Shows data that already includes the newest changes while the rest is read. */
  readonly show: (held: Held) => void
}

/**
 * Reads everything once and then only the changes since; reads everything again if the changes do not fit. Throws
 * ApiError ('bad_answer') if the complete answer does not fit either.
 */
export const keepUp = async <Held extends { readonly change: number }, Answer extends { readonly rest: string | null }>(
  held: Held | null,
  { ask, takeIn, show }: KeepUp<Held, Answer>,
): Promise<Held> => {
  let now = held
  let query: SinceQuery = { since: held?.change }
  for (;;) {
    const [take, answer] = await Promise.all([takeIn(), ask(query)])
    const taken = take(now, answer)
    if (!taken && !now) throw new ApiError('bad_answer', "The server's answer could not be read.")
    if (taken && answer.rest === null) return taken
    if (taken) show(taken)
    now = taken
    query = taken ? { since: held?.change, rest: answer.rest ?? undefined } : {}
  }
}
