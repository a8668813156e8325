import { setTimeout as delay } from 'node:timers/promises'
import type { AppError } from '../errors.ts'

interface TimeLimit {
  readonly ms: number
  readonly refuse: () => AppError
  /** Hears of an error that came after the refusal. */
  readonly onLateError: (error: unknown) => void
}

/**
 * The result of `work`, or a refusal after `ms`. Then the signal that `work` has got is aborted, and its result is dropped. Fastify's own
 * limit ends with the arrival of a body.
 */
export const answerInTime = <T>(
  { ms, refuse, onLateError }: TimeLimit,
  work: (tooLate: AbortSignal) => Promise<T>,
): Promise<T> => {
  const [over, tooLate] = [new AbortController(), new AbortController()]
  const limit = delay(ms, undefined, { signal: over.signal }).then((): never => {
    const refusal = refuse()
    tooLate.abort(refusal)
    throw refusal
  })
  const answer = work(tooLate.signal)
  limit.catch(() => undefined)
  answer.catch((error: unknown) => {
    if (tooLate.signal.aborted) onLateError(error)
  })
  return Promise.race([answer, limit]).finally(() => over.abort())
}
