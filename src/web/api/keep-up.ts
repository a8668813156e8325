import { ApiError } from './api-error.ts'

interface KeepUp<Held, Answer> {
  readonly ask: (since?: number) => Promise<Answer>
  /** Merges an answer into the held data; null = it does not fit. Loaded while the request is pending. */
  readonly takeIn: () => Promise<(held: Held | null, answer: Answer) => Held | null>
}

/** Reads everything once and then only what has changed since; reads everything again when the changes do not fit. */
export const keepUp = async <Held extends { readonly change: number }, Answer>(
  held: Held | null,
  { ask, takeIn }: KeepUp<Held, Answer>,
): Promise<Held> => {
  const [take, answer] = await Promise.all([takeIn(), ask(held?.change)])
  const taken = take(held, answer) ?? take(null, await ask())
  if (!taken) throw new ApiError('bad_answer', "The server's answer could not be read.")
  return taken
}
