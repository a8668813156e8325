import { queryOptions } from '@tanstack/react-query'
import { askPromiseOdds, type PromiseOddsQuestion } from '#contract/promise-date.ts'
import { retryBusy } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'

/** Key of the odds of all answers that were given at a time. */
export const promiseOddsKey = (askedAt: number) => ['promise-odds', askedAt] as const

/**
 * How sure the date of an answer is. `askedAt`: epoch ms of the answer; the same question asked again is another query. A query that no
 * screen uses any more is cancelled, on the server too.
 */
export const promiseOddsQuery = (body: PromiseOddsQuestion, askedAt: number) =>
  queryOptions({
    queryKey: [...promiseOddsKey(askedAt), body],
    queryFn: ({ signal }) => call(askPromiseOdds, { body }, { signal }),
    retry: retryBusy,
    staleTime: Infinity,
    gcTime: 0,
  })
