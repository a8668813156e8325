import type { QueryClient } from '@tanstack/react-query'
import { proposalQuery, proposalsQuery } from '#web/api/schedule/proposals.queries.ts'

/** Loads a proposal. Only the choice of another one to compare with needs the list, so the page does not wait for it. */
export const loadProposal = (client: QueryClient, proposalId: string) => {
  void client.prefetchQuery(proposalsQuery())
  return client.ensureQueryData(proposalQuery(proposalId))
}
