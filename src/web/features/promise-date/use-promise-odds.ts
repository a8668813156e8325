import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PromiseKind, PromiseOdds, PromiseQuestion } from '#contract/promise-date.ts'
import { promiseOddsKey, promiseOddsQuery } from '#web/api/schedule/promise-date.queries.ts'

/** The odds of one answer, or how far they are. */
export interface AnswerOdds {
  data: PromiseOdds | undefined
  /** Why they could not be computed; null = no failure. */
  error: unknown
  isStopped: boolean
  /** Ends the computation for all answers. */
  stop: () => void
}

/** The odds of the answers to a question, computed one after the other. */
export const usePromiseOdds = (question: PromiseQuestion, askedAt: number): Record<PromiseKind, AnswerOdds> => {
  const client = useQueryClient()
  const [stoppedAt, setStoppedAt] = useState(0)
  const isStopped = stoppedAt === askedAt
  const stop = () => {
    setStoppedAt(askedAt)
    void client.cancelQueries({ queryKey: promiseOddsKey(askedAt) })
  }
  const ask = (kind: PromiseKind, isTurn: boolean) => ({
    ...promiseOddsQuery({ question, kind }, askedAt),
    enabled: isTurn && !isStopped,
  })
  const behindAll = useQuery(ask('behindAll', true))
  const byPriority = useQuery(ask('byPriority', behindAll.isFetched))
  const first = useQuery(ask('first', byPriority.isFetched))
  const oddsOf = ({ data, error }: typeof first): AnswerOdds => ({ data, error, isStopped, stop })
  return { behindAll: oddsOf(behindAll), byPriority: oddsOf(byPriority), first: oddsOf(first) }
}
