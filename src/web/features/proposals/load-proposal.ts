import type { QueryClient } from '@tanstack/react-query'
import { proposalQuery, proposalsQuery } from '#web/api/schedule/proposals.queries.ts'

/** Loads a proposal. The list is needed only for choosing another one to compare with, so the page does not wait for it. */
export const loadProposal = (client: QueryClient, proposalId: string) => {
  void client.prefetchQuery(proposalsQuery())
  return client.ensureQueryData(proposalQuery(proposalId))
}
