import type { SinceQuery } from '#contract/since.ts'
import { ApiError } from './api-error.ts'

interface KeepUp<Held, Answer> {
  readonly ask: (query: SinceQuery) => Promise<Answer>
  /** Merges an answer into the held data; null = it does not fit. Loaded while the request is pending. */
  readonly takeIn: () => Promise<(held: Held | null, answer: Answer) => Held | null>
  /** Shows data that has the newest changes, while the rest is read. */
  readonly show: (held: Held) => void
}

/** Reads everything once and then only what has changed since; reads everything again when the changes do not fit. */
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
