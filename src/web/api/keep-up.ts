import { ApiError } from './api-error.ts'

interface KeepUp<Held, Answer> {
  readonly ask: (since?: number) => Promise<Answer>
  /** What an answer leads to; null = it does not fit what is held. Loaded while the answer is on its way. */
  readonly takeIn: () => Promise<(held: Held | null, answer: Answer) => Held | null>
}

/** Reads everything once; whoever holds something asks for what changed since, and for everything where that does not fit. */
export const keepUp = async <Held extends { readonly change: number }, Answer>(
  held: Held | null,
  { ask, takeIn }: KeepUp<Held, Answer>,
): Promise<Held> => {
  const [take, answer] = await Promise.all([takeIn(), ask(held?.change)])
  const taken = take(held, answer) ?? take(null, await ask())
  if (!taken) throw new ApiError('bad_answer', "The server's answer could not be read.")
  return taken
}
